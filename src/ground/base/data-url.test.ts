import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { dataUrlOf } from './data-url.ts'
import { processTurns } from './turn-budget.ts'

test('a data: URL of a stream contains its bytes, for any pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 7 })), async (pieces) => {
      const url = await dataUrlOf('text/csv', Readable.from(pieces), processTurns)
      assert.equal(url, `data:text/csv;base64,${Buffer.concat(pieces).toString('base64')}`)
    }),
  )
})
