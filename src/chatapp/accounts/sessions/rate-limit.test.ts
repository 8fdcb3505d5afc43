import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { systemClock } from '#ground/base/clock.ts'
import { createRateLimit } from './rate-limit.ts'

describe('a rate limit', () => {
  test('never lets more than its number through in any window, and tells a wait that is enough', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4000), { maxLength: 100 }), (pauses) => {
        let now = 0
        const limit = createRateLimit({
          attempts: 5,
          windowSeconds: 10,
          clock: { ...systemClock, now: () => now },
        })
        const passed: number[] = []
        for (const pause of pauses) {
          now += pause
          const wait = limit.take('ann')
          if (wait === 0) passed.push(now)
          else assert.ok(passed.filter((at) => at > now + wait * 1000 - 10_000).length < 5)
        }
        for (const at of passed)
          assert.ok(passed.filter((other) => other >= at && other < at + 10_000).length <= 5)
      }),
    )
  })

  test('counts each key by itself and forgets those of old', () => {
    let now = 0
    const limit = createRateLimit({
      attempts: 1,
      windowSeconds: 10,
      clock: { ...systemClock, now: () => now },
    })
    assert.deepEqual([limit.take('ann'), limit.take('bob'), limit.take('ann')], [0, 0, 10])
    now = 10_000
    assert.equal(limit.take('ann'), 0)
  })
})
