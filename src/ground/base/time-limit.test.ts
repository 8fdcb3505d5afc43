import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { testClock } from '../../../tests/support/clock.ts'
import { Late, within } from './time-limit.ts'

test('work that ends in time returns its result, or fails with its error', async () => {
  assert.equal(await within(testClock(), 1000, async () => 7), 7)
  const failing = within(testClock(), 1000, () => Promise.reject(new Error('no')))
  await assert.rejects(failing, /^Error: no$/)
})

test('work that takes too long is aborted, and counts as late for any result', async () => {
  const clock = testClock()
  const working = within(clock, 1000, async (signal) => {
    await once(signal, 'abort')
    throw new Error('stopped')
  })
  await clock.sleeper(1000)
  clock.advance(1000)
  await assert.rejects(working, Late)
})
