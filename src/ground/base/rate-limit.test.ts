import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimit } from './rate-limit.ts'

test('somebody may do so much at once, then as much as fills up, each for themselves', () => {
  let now = 0
  const limit = createRateLimit({ burst: 3, perSecond: 0.5, clock: { now: () => now } })
  assert.deepEqual([limit.take('ann'), limit.take('ann'), limit.take('ann'), limit.take('ann')], [0, 0, 0, 2])
  assert.equal(limit.take('dan'), 0)
  now = 1000
  assert.equal(limit.take('ann'), 1)
  now = 2000
  assert.deepEqual([limit.take('ann'), limit.take('ann')], [0, 2])
  now = -3_600_000
  assert.equal(limit.take('ann'), 2)
  now += 2000
  assert.equal(limit.take('ann'), 0, 'nobody waits until a clock that was set back is there again')
  now = 1_000_000
  assert.deepEqual([limit.take('ann'), limit.take('ann'), limit.take('ann'), limit.take('ann')], [0, 0, 0, 2])
})
