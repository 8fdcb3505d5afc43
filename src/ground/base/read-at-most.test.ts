import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readAtMost, BodyTooLong } from './read-at-most.ts'

test('a body is read whole, signs that arrive in two pieces too', async () => {
  const bytes = Buffer.from('grüße')
  const body = Readable.from([bytes.subarray(0, 3), bytes.subarray(3)])
  assert.equal(await readAtMost(body, bytes.length), 'grüße')
})

test('a body that is too long is read no further', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      read++
      yield Buffer.alloc(10)
    }
  }
  await assert.rejects(readAtMost(endless(), 25), BodyTooLong)
  assert.equal(read, 3)
})
