import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createCallLimit, createRateLimit } from './rate-limit.ts'

test('each person has a burst limit, then a refill rate of their own', () => {
  let now = 0
  const limit = createRateLimit({ burst: 3, perSecond: 0.5, clock: { now: () => now } })
  assert.deepEqual(
    [limit.consume('ann'), limit.consume('ann'), limit.consume('ann'), limit.consume('ann')],
    [0, 0, 0, 2],
  )
  assert.equal(limit.consume('dan'), 0)
  now = 1000
  assert.equal(limit.consume('ann'), 1)
  now = 2000
  assert.deepEqual([limit.consume('ann'), limit.consume('ann')], [0, 2])
  now = -3_600_000
  assert.equal(limit.consume('ann'), 2)
  now += 2000
  assert.equal(limit.consume('ann'), 0, 'nobody waits until a clock that was set back is there again')
  now = 1_000_000
  assert.deepEqual(
    [limit.consume('ann'), limit.consume('ann'), limit.consume('ann'), limit.consume('ann')],
    [0, 0, 0, 2],
  )
})

test('a window never admits more than its limit, at any times, and returns a sufficient delay', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4000), { maxLength: 100 }), (pauses) => {
      let now = 0
      const limit = createRateLimit({ attempts: 5, windowSeconds: 10, clock: { now: () => now } })
      const passed: number[] = []
      for (const pause of pauses) {
        now += pause
        const wait = limit.consume('ann')
        if (wait === 0) passed.push(now)
        else assert.ok(passed.filter((at) => at > now + wait * 1000 - 10_000).length < 5)
      }
      for (const at of passed)
        assert.ok(passed.filter((other) => other >= at && other < at + 10_000).length <= 5)
    }),
  )
})

test('each caller has a separate window, which ends, and a clock that is set back prolongs no delay', () => {
  let now = 0
  const limit = createRateLimit({ attempts: 1, windowSeconds: 10, clock: { now: () => now } })
  assert.deepEqual([limit.consume('ann'), limit.consume('bob'), limit.consume('ann')], [0, 0, 10])
  now = 10_000
  assert.equal(limit.consume('ann'), 0)
  now = -3_600_000
  assert.equal(limit.consume('ann'), 10)
  now += 10_000
  assert.equal(limit.consume('ann'), 0)
})

test('so many calls in any window, and none during a pause', () => {
  let now = 1000
  const limit = createCallLimit({ attempts: 2, windowMs: 100, clock: { now: () => now } })
  assert.deepEqual([limit.consume(), limit.consume(), limit.consume()], [0, 0, 100])
  now += 60
  assert.equal(limit.consume(), 40)
  now += 40
  assert.deepEqual([limit.consume(), limit.consume(), limit.consume()], [0, 0, 100])
  limit.pause(500)
  now += 100
  assert.equal(limit.consume(), 400)
  now += 400
  assert.equal(limit.consume(), 0)
})
