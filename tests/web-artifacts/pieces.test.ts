import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pageAddress, savedFiles } from '../../web/chat/artifacts/saved-files.ts'
import {
  ExactNumber,
  parentPath,
  parseJson,
  STEP,
  startOpen,
  visibleLines,
  type JsonLine,
} from '../../web/ui/artifacts/body/json-lines.ts'
import { decode } from '../../web/ui/artifacts/body/read-text.ts'

const shown = (open: readonly string[], more: Record<string, number> = {}) => ({
  open: new Set(open),
  shown: new Map(Object.entries(more)),
})

test('a tree shows its open branches, and separates names that contain slashes [web-artifacts.json]', () => {
  const root = { 'a/b': [1, { c: null }], a: { b: 2 }, none: {} }
  const lines = (open: readonly string[]) =>
    visibleLines(root, shown(open)).map(({ path, depth, kind }) => `${depth} ${kind} ${path}`)
  assert.deepEqual(lines([]), ['0 branch '])
  assert.deepEqual(lines(['']), ['0 branch ', '1 branch /a~1b', '1 branch /a', '1 branch /none'])
  assert.deepEqual(lines(['', '/a~1b', '/none']), [
    '0 branch ',
    '1 branch /a~1b',
    '2 leaf /a~1b/0',
    '2 branch /a~1b/1',
    '1 branch /a',
    '1 branch /none',
  ])
})

test('long lists come in pieces, deep values are not opened, and each line has a parent in sight [web-artifacts.json]', () => {
  const long = Array.from({ length: 1000 }, (_, at) => at)
  const first = visibleLines(long, shown(['']))
  assert.deepEqual([first.length, first.at(-1)!.kind, first.at(-1)!.count], [STEP + 2, 'more', 1000 - STEP])
  assert.equal(visibleLines(long, shown([''], { '': 1000 })).length, 1001)

  let deep: unknown = 'end'
  for (let depth = 0; depth < 5000; depth += 1) deep = [deep]
  const all = new Set<string>()
  for (let path = ''; path.length < 2000; path += '/0') all.add(path)
  const lines = visibleLines(deep, { open: all, shown: new Map() })
  assert.deepEqual([lines.length, lines.at(-1)!.kind], [101, 'leaf'])

  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const seen = new Map<string, JsonLine>()
      for (const line of visibleLines(value, { open: startOpen(value), shown: new Map() })) {
        if (line.depth > 0) assert.equal(seen.get(parentPath(line.path))?.isOpen, true)
        assert.ok(!seen.has(line.path))
        seen.set(line.path, line)
      }
    }),
  )
})

test('numbers keep the digits they were written with [web-artifacts.json]', () => {
  const { id, price, small } = parseJson('{"id": 9007199254740993123, "price": 1.10, "small": 12}') as Record<
    string,
    unknown
  >
  assert.ok(id instanceof ExactNumber)
  assert.deepEqual([id.text, price, small], ['9007199254740993123', 1.1, 12])
  assert.throws(() => parseJson('{"a":'), SyntaxError)
})

test('a text truncated within a character loses only that character, and other types name themselves [web-artifacts.text]', () => {
  const bytes = new TextEncoder().encode('pear 🍐')
  assert.equal(decode(bytes.subarray(0, -1), true), 'pear ')
  assert.equal(decode(bytes, false), 'pear 🍐')
  assert.equal(decode(Uint8Array.from([0xff, 0xfe, 0x41, 0x00]), false), 'A')
  assert.equal(decode(Uint8Array.from([0xfe, 0xff, 0x00, 0x41]), false), 'A')
})

test('links to saved files are found once each, and links to other sites are not [web-artifacts.saved-files]', () => {
  const here = 'https://hub.example.org'
  const answer = `I saved [the report](/artifacts/chat-1/weekly%20report.html?t=abc) and [once more](${here}/artifacts/chat-1/weekly%20report.html?t=def&e=9).
Also <${here}/artifacts/~0123/b.csv?t=x>, not https://else.example/artifacts/chat-1/c.csv?t=x, nor /artifacts/chat-1/unsigned.txt, nor /portal/artifacts/1?t=2.
In a gateway: [c](/b/g%C3%A4rten/artifacts/chat-1/c.txt?t=g).
Broken: /artifacts/chat/%E0%A4%A.txt?t=1`
  assert.deepEqual(savedFiles(answer, here), [
    { chatId: 'chat-1', filename: 'weekly report.html' },
    { chatId: '~0123', filename: 'b.csv' },
    { chatId: 'chat-1', filename: 'c.txt' },
  ])
  const saved = [
    { chat: 'chat-1', filename: 'c.txt' },
    { chat: 'chat-1', filename: 'unlinked.pdf' },
  ]
  const call = { id: 'a', name: 'report', title: '', state: 'done', saved } as const
  assert.deepEqual(
    savedFiles(answer, here, [call]).map(({ filename }) => filename),
    ['weekly report.html', 'b.csv', 'c.txt', 'unlinked.pdf'],
  )
  const opened = '/api/v1/saved-files/open?model=garden&chat_id=chat-1&filename=a+%281%29.txt'
  assert.equal(pageAddress('/artifacts/chat-1/a%20(1).txt?t=abc', 'garden', here), opened)
  for (const href of ['https://else.example/artifacts/c/a.txt?t=x', '/artifacts/c/a.txt', '#note'])
    assert.equal(pageAddress(href, 'garden', here), href)
})
