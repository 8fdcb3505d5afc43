import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesIn, textIn } from './transfer.ts'

const transfer = (data: Readonly<Record<string, string>>, ...names: readonly string[]) => ({
  files: names.map((name) => new File(['x'], name)) as unknown as FileList,
  getData: (type: string) => data[type] ?? '',
})
const attached = (...[data, ...names]: Parameters<typeof transfer>) =>
  filesIn(transfer(data, ...names)).map(({ name }) => name)

const HTML = '<table><td>1</td></table>'

test('a copied table or paragraph is text, with any accompanying picture [web.paste]', () => {
  for (const text of ['1\t2\n3\t4', 'a paragraph', 'https://example.com/page', 'image'])
    for (const html of [HTML, '']) {
      const data = { 'text/plain': text, 'text/html': html }
      assert.deepEqual(attached(data, 'image.png'), [])
      assert.equal(textIn(transfer(data, 'image.png')), text)
    }
})

test('a picture without text is attached: a screenshot, or a copy from a browser [web.paste]', () => {
  assert.deepEqual(attached({}, 'image.png'), ['image.png'])
  assert.deepEqual(attached({ 'text/html': '<img src="https://example.com/a.png">' }, 'image.png'), [
    'image.png',
  ])
  assert.deepEqual(attached({ 'text/plain': ' \r\n' }, 'image.png'), ['image.png'])
  const address = 'https://example.com/a.png'
  assert.deepEqual(attached({ 'text/plain': address, 'text/uri-list': address }, 'a.png'), ['a.png'])
})

test('files of a file manager are attached, though their names or paths come along as text [web.paste]', () => {
  const names = ['a b.pdf', 'c.txt']
  for (const text of [
    'a b.pdf\nc.txt',
    '/home/ann/a b.pdf\r\n/home/ann/c.txt',
    'file:///home/ann/a%20b.pdf',
    'C:\\Users\\ann\\c.txt',
    String.raw`\\server\share\c.txt`,
    'a b.pdf\rc.txt',
  ])
    assert.deepEqual(attached({ 'text/plain': text }, ...names), names)
})

test('a file whose name has the other Unicode form is attached [web.paste]', () => {
  const [composed, decomposed] = ['Lösung.pdf'.normalize('NFC'), 'Lösung.pdf'.normalize('NFD')]
  assert.deepEqual(attached({ 'text/plain': composed }, decomposed), [decomposed])
  assert.deepEqual(attached({ 'text/plain': `/Users/ann/${decomposed}` }, composed), [composed])
})
