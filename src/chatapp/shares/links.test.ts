import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chatFilePath } from '#ground/turn/chat-file-link/schema.ts'
import { linkedFiles, settledLength, withoutLinks } from './links.ts'

const SIGNATURE = `${'a'.repeat(20)}_${'-'.repeat(22)}`
const scope = { shareId: 's1', chatId: 'c1' }

test('links to files of the chat lead through the share, those of other chats open nothing [shares.files]', () => {
  for (const [text, expected] of [
    ['See [plan](/artifacts/c1/plan%20a.md?t=xyz&e=9).', 'See [plan](/api/v1/shares/s1/saved/plan%20a.md).'],
    ['https://hub.example/b/garden/artifacts/c1~0a1b2c3d/x.csv?t=xyz', '/api/v1/shares/s1/saved/x.csv'],
    ['/artifacts/c1/$&.md?t=1', '/api/v1/shares/s1/saved/%24%26.md'],
    ['[r](/artifacts/c1/report%20(1).txt?t=xyz&e=9)', '[r](/api/v1/shares/s1/saved/report%20%281%29.txt)'],
    ["<a href='/artifacts/c1/it's.txt?t=xyz'>", "<a href='/api/v1/shares/s1/saved/it%27s.txt'>"],
    ['**/artifacts/c1/a.md?t=xyz**, or', '**/api/v1/shares/s1/saved/a.md**, or'],
    ['/artifacts/c1/a\\_b.md?t=x\\_z&amp;e=9.', '/api/v1/shares/s1/saved/a_b.md.'],
    ['/artifacts/c1/a%252Fb.txt?t=xyz', '/api/v1/shares/s1/saved/a%252Fb.txt'],
    ['/artifacts/c1/a%2Fb.txt?t=xyz', '/api/v1/shares/s1/saved/a%252Fb.txt'],
    ['Is it /artifacts/c1/a.md?', 'Is it /artifacts/c1/a.md?'],
    [`[r](</artifacts/c1/report (1).txt?e=9&t=${SIGNATURE}>)`, '[r](</artifacts/c1/report (1).txt?e=9>)'],
    [`/artifacts/c1/%zz?t=${SIGNATURE} end`, '/artifacts/c1/%zz end'],
    [String.raw`/artifacts/c1/%zz?t=${SIGNATURE.replace('_', '\\_')}`, '/artifacts/c1/%zz'],
    ['<a href="/artifacts/other/x.csv?t=xyz">', '<a href="/artifacts/other/x.csv">'],
    ['/artifacts/c12/x.csv?e=1&t=xyz end', '/artifacts/c12/x.csv end'],
    ['and/or: 3/4?', 'and/or: 3/4?'],
  ] as const)
    assert.equal(withoutLinks(text, scope), expected)
  assert.deepEqual(linkedFiles('/artifacts/c1/a%20b.md?t=1 /artifacts/c2/c.md?t=1', 'c1'), ['a b.md'])
  assert.deepEqual(linkedFiles('/artifacts/c1/%zz?t=1', 'c1'), [])
  assert.deepEqual(linkedFiles('Is it /artifacts/c1/a.md?', 'c1'), [])
})

test('no signature reaches readers, for any file name and any pieces of the text [shares.files]', () => {
  const characters = fc.constantFrom(
    '(',
    ')',
    "'",
    '"',
    '*',
    '!',
    '[',
    ']',
    '%',
    '#',
    '?',
    '&',
    ' ',
    'é',
    '苗',
    'a',
  )
  const name = fc.string({ unit: characters, minLength: 1, maxLength: 8 })
  const asWritten = (file: string) => [
    chatFilePath('/b/garden', 'c1', file),
    `/artifacts/c1/${encodeURIComponent(file)}`,
    `/artifacts/c1/${file}`,
  ]
  fc.assert(
    fc.property(name, fc.array(fc.nat({ max: 12 }), { minLength: 1 }), (file, lengths) => {
      for (const [n, path] of asWritten(file).entries()) {
        const text = `See [${file}](${path}?t=${SIGNATURE}&e=1800000000), and more.`
        if (n < 2) assert.deepEqual(linkedFiles(text, 'c1'), [file])
        assert.ok(!withoutLinks(text, scope).includes(SIGNATURE), text)
        let held = ''
        let sent = ''
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const length = 1 + lengths[turn % lengths.length]!
          held += text.slice(at, at + length)
          at += length
          const settled = settledLength(held)
          sent += withoutLinks(held.slice(0, settled), scope)
          held = held.slice(settled)
        }
        assert.ok(!(sent + withoutLinks(held, scope)).includes(SIGNATURE), text)
      }
    }),
    { numRuns: 300 },
  )
})

test('a text that grows in any pieces equals the whole text, without a piece of a link [shares.files]', () => {
  const part = fc.oneof(
    fc.constantFrom(
      ' ',
      '\n',
      '(',
      ')',
      'https:',
      '//hub',
      '/artifacts/',
      'c1',
      '/a.md',
      '?t=',
      'SECRET',
      'x',
      '苗',
    ),
    fc.string({ maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      let held = ''
      let output = ''
      for (const piece of parts) {
        held += piece
        const settled = settledLength(held)
        output += withoutLinks(held.slice(0, settled), scope)
        held = held.slice(settled)
        assert.doesNotMatch(output, /\/artifacts\/c1\/a\.md\?t=/)
      }
      const whole = parts.join('')
      if (!/\w:\/\//.test(whole)) assert.equal(output + withoutLinks(held, scope), withoutLinks(whole, scope))
    }),
    { numRuns: 2000 },
  )
})
