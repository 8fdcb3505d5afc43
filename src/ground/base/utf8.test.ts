import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeUtf8, joinBytes } from './utf8.ts'

function countedTurns() {
  const turns = { waited: 0, isSpent: () => true, nextTurn: async () => void turns.waited++ }
  return turns
}

test('long bytes decode over several turns to the text that Buffer.toString() gives', async () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((text) => Buffer.from(text)),
    fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), fc.nat(8), async (parts, shift) => {
      const unit = Buffer.concat(parts)
      const bytes = Buffer.concat([Buffer.alloc(shift, 0x61), Buffer.alloc(600 * 1024, unit)])
      const turns = countedTurns()
      assert.equal(await decodeUtf8(bytes, turns), bytes.toString())
      assert.ok(turns.waited >= 3)
    }),
    { numRuns: 5 },
  )
  const turns = countedTurns()
  assert.equal(await decodeUtf8(Buffer.from('\uFEFFshort'), turns), '\uFEFFshort')
  assert.equal(turns.waited, 0)
})

test('chunks join over several turns to the bytes that Buffer.concat() gives', async () => {
  const chunks = ['a', '', 'bcd', '水'].map((text) => Buffer.from(text))
  const turns = countedTurns()
  assert.deepEqual(await joinBytes(chunks, turns), Buffer.concat(chunks))
  assert.equal(turns.waited, chunks.length)
  assert.equal((await joinBytes([], turns)).length, 0)
})
