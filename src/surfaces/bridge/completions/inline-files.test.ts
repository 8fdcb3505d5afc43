import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { textPieces } from './inline-files.ts'

const shown = (text: string) =>
  textPieces(text).map((piece) =>
    'text' in piece ? piece.text : [piece.data.mediaType, Buffer.from(piece.data.decode()).toString()],
  )

test('files written into a text are found among its words [bridge.attachments]', () => {
  const cases: [string, unknown[]][] = [
    ['see ![it](data:text/plain;base64,aGk=) there', ['see ![it](', ['text/plain', 'hi'], ') there']],
    ['data:,hello%20you and', [['text/plain', 'hello you'], ' and']],
    ['"DATA:text/csv;charset=utf-8;base64,aGk"', ['"', ['text/csv', 'hi'], '"']],
    ['data:a/b,1 data:a/b,2', [['a/b', '1'], ' ', ['a/b', '2']]],
  ]
  for (const [text, expected] of cases) assert.deepEqual(shown(text), expected)
})

test('what only looks like a file stays text [bridge.attachments]', () => {
  for (const text of [
    '',
    'data: the rows',
    'metadata:text/plain,x',
    'write data:image/png;base64,… there',
    'data:image/png;base64,',
    'data:image/png;base64,a',
    '{"data":1,"x":2}',
  ])
    assert.deepEqual(shown(text), [text])
})

test('pieces are the text again, and much of anything is read in a moment [bridge.bad-input]', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('data:', ';base64', ',', 'a/b', 'aGk=', ' ', ')', ';a=', 'x')),
      (parts) => {
        const text = parts.join('')
        assert.equal(
          textPieces(text)
            .map((piece) => ('text' in piece ? piece.text : piece.url))
            .join(''),
          text,
        )
      },
    ),
  )
  for (const part of ['data:', 'data:;a=', 'data:a/b;', 'data:,', 'data:;base64,%']) {
    const started = performance.now()
    textPieces(part.repeat(200_000))
    assert.ok(performance.now() - started < 2000, part)
  }
})
