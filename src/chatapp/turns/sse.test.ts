import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { eventData } from './sse.ts'

const read = (pieces: readonly Uint8Array[]) =>
  Array.fromAsync(
    eventData(
      (async function* () {
        yield* pieces
      })(),
    ),
  )

function cut(text: string, sizes: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text)
  const pieces: Uint8Array[] = []
  let from = 0
  for (const size of sizes) {
    pieces.push(bytes.subarray(from, from + size))
    from += size
  }
  return [...pieces, bytes.subarray(from)]
}

describe('an event stream', () => {
  test('reads the same however its bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\r\n]/g, ' '))),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.nat(12), { maxLength: 200 }),
        async (events, newline, sizes) => {
          const text = events.map((data) => `: comment${newline}data: ${data}${newline}${newline}`).join('')
          assert.deepEqual(
            await read(cut(text, sizes)),
            events.map((data) => data.toWellFormed()),
          )
        },
      ),
    )
  })

  test('joins the lines of one event and takes a missing space', async () => {
    assert.deepEqual(await read(cut('data:a\ndata: b\nid: 1\nevent: x\n\n\n\ndata: c\n\n', [])), [
      'a\nb',
      'c',
    ])
  })

  test('drops an event that the end cuts off', async () => {
    assert.deepEqual(await read(cut('data: a\n\ndata: b\n', [])), ['a'])
  })
})
