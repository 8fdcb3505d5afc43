import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { textPieces as readPieces } from './inline-files.ts'

const turns = { isSpent: () => false, nextTurn: async () => {} }
const textPieces = (text: string) => readPieces(text, turns)

const shown = async (text: string) =>
  Promise.all(
    (await textPieces(text)).map(async (piece) =>
      'text' in piece
        ? piece.text
        : [piece.data.mediaType, Buffer.from(await piece.data.decode(turns)).toString()],
    ),
  )

test('files written into a text are found among its words [bridge.attachments]', async () => {
  const cases: [string, unknown[]][] = [
    ['see ![it](data:text/plain;base64,aGk=) there', ['see ![it](', ['text/plain', 'hi'], ') there']],
    ['data:,hello%20you and', [['text/plain', 'hello you'], ' and']],
    ['"DATA:text/csv;charset=utf-8;base64,aGk"', ['"', ['text/csv', 'hi'], '"']],
    ['data:a/b,1 data:a/b,2', [['a/b', '1'], ' ', ['a/b', '2']]],
  ]
  for (const [text, expected] of cases) assert.deepEqual(await shown(text), expected)
})

test('text that only resembles a file stays text [bridge.attachments]', async () => {
  for (const text of [
    '',
    'data: the rows',
    'metadata:text/plain,x',
    'write data:image/png;base64,… there',
    'data:image/png;base64,',
    'data:image/png;base64,a',
    '{"data":1,"x":2}',
  ])
    assert.deepEqual(await shown(text), [text])
})

test('pieces are the text again, and much of anything is read in a moment [bridge.bad-input]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('data:', ';base64', ',', 'a/b', 'aGk=', ' ', ')', ';a=', 'x')),
      async (parts) => {
        const text = parts.join('')
        assert.equal(
          (await textPieces(text)).map((piece) => ('text' in piece ? piece.text : piece.url)).join(''),
          text,
        )
      },
    ),
  )
  for (const part of ['data:', 'data:;a=', 'data:a/b;', 'data:,', 'data:;base64,%']) {
    const started = performance.now()
    await textPieces(part.repeat(200_000))
    assert.ok(performance.now() - started < 2000, part)
  }
})

test('a long text is searched in portions, also for files across their ends [bridge.attachments]', async () => {
  let waited = 0
  const spent = { isSpent: () => true, nextTurn: async () => void waited++ }
  const file = Buffer.alloc(900_000, 'file').toString('base64')
  for (const before of [256 * 1024 - 2, 256 * 1024, 512 * 1024 - 10]) {
    const lead = ' '.repeat(before)
    const text = `${lead}data:text/plain;base64,${file} and DATA:,x `
    const pieces = await readPieces(text, spent)
    assert.deepEqual(
      pieces.map((piece) => ('text' in piece ? piece.text : piece.data.size)),
      [lead, 900_000, ' and ', 1, ' '],
    )
  }
  assert.ok(waited > 20)
})
