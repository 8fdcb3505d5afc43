import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { backoffMs } from './backoff.ts'

test('delays double up to a maximum, and without a failure there is no delay', () => {
  const delays = Array.from({ length: 10 }, (_, failures) =>
    backoffMs(failures, { firstMs: 100, maxMs: 10_000 }),
  )
  assert.deepEqual(delays, [0, 100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
})

test('a delay never shrinks with a further failure, and never exceeds the maximum', () => {
  const backoff = fc.record({
    firstMs: fc.integer({ min: 1, max: 60_000 }),
    maxMs: fc.integer({ min: 60_000, max: 4 * 3_600_000 }),
    factor: fc.integer({ min: 2, max: 4 }),
  })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), backoff, (failures, rule) => {
      const [before, after] = [backoffMs(failures, rule), backoffMs(failures + 1, rule)]
      assert.ok(before <= after && after >= rule.firstMs && after <= rule.maxMs)
    }),
  )
})
