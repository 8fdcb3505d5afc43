import assert from 'node:assert/strict'
import { test } from 'node:test'
import { epochSeconds, systemClock } from './clock.ts'

test('a sleep ends after its time', async () => {
  const before = performance.now()
  await systemClock.sleep(20)
  assert.ok(performance.now() - before >= 19)
})

test('a sleep that is aborted rejects with the reason, whether before or while it sleeps', async () => {
  const reason = new Error('no longer needed')
  await assert.rejects(systemClock.sleep(60_000, AbortSignal.abort(reason)), reason)
  const abort = new AbortController()
  const sleep = systemClock.sleep(60_000, abort.signal)
  abort.abort(reason)
  await assert.rejects(sleep, reason)
})

test('epoch seconds are whole and never ahead of the clock', () => {
  assert.equal(epochSeconds({ ...systemClock, now: () => 1_999 }), 1)
})
