import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { safeFilename } from './names.ts'

test('any name becomes one that is safe to show and to send, and stays as it is the second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const safe = safeFilename(name)
      assert.ok(safe.length > 0 && Buffer.byteLength(safe) <= 200)
      assert.doesNotMatch(safe, /[/\\]|\p{Cc}|^\./u)
      assert.equal(safeFilename(safe), safe)
    }),
    { numRuns: 1000 },
  )
})
