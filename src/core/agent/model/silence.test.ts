import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'node:test'
import { testClock } from '../../../../tests/support/clock.ts'
import { watchForSilence } from './silence.ts'

test('silence for the whole limit aborts, and each sign of life restarts the limit', async () => {
  const clock = testClock()
  using watch = watchForSilence(clock, 100)
  clock.advance(99)
  watch.recordBytes()
  clock.advance(99)
  await setImmediate()
  assert.equal(watch.signal.aborted, false)
  clock.advance(1)
  await setImmediate()
  assert.equal(watch.signal.aborted, true)
})

test('time without a reader does not count', async () => {
  const clock = testClock()
  using watch = watchForSilence(clock, 100)
  watch.pause()
  clock.advance(10_000)
  await setImmediate()
  watch.resume()
  clock.advance(99)
  await setImmediate()
  assert.equal(watch.signal.aborted, false)
})

test('a watch that is over never aborts', async () => {
  const clock = testClock()
  const watch = watchForSilence(clock, 100)
  watch[Symbol.dispose]()
  clock.advance(1000)
  await setImmediate()
  assert.equal(watch.signal.aborted, false)
})
