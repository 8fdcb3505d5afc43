import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Clock } from '#ground/base/clock.ts'
import { createChatBPace } from './pace.ts'

function leapingClock(): Pick<Clock, 'now' | 'sleep'> {
  let now = 1_000_000
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
  }
}

const NEVER = new AbortController().signal

test('a chat gets one message per second, and other chats are not delayed', async () => {
  const clock = leapingClock()
  const pace = createChatBPace(clock)
  const began = clock.now()
  const times: number[] = []
  for (const chat of [1, 2, 1, 1]) {
    assert.deepEqual(await pace.turn(chat, NEVER), { isNow: true })
    times.push(clock.now() - began)
  }
  assert.deepEqual(times, [0, 34, 1000, 2000])
})

test('a group gets 20 messages in a minute; further messages are sent later', async () => {
  const clock = leapingClock()
  const pace = createChatBPace(clock)
  for (let sent = 0; sent < 20; sent++) assert.deepEqual(await pace.turn(-5, NEVER), { isNow: true })
  assert.deepEqual(await pace.turn(-5, NEVER), { isNow: false, afterMs: 41_000, of: 'conversation' })
  assert.deepEqual(await pace.turn(6, NEVER), { isNow: true })
  await clock.sleep(37_000)
  assert.deepEqual(await pace.turn(-5, NEVER), { isNow: true })
})

test('for any number of chats, no second contains more than 30 messages, and none waits long', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 40, maxLength: 120 }),
      async (chats) => {
        const waits: { until: number; wake(): void }[] = []
        let now = 0
        const clock = {
          now: () => now,
          sleep: (ms: number) => new Promise<void>((wake) => waits.push({ until: now + ms, wake })),
        }
        const pace = createChatBPace(clock)
        const times: number[] = []
        const turns = chats.map(async (chat) => {
          const turn = await pace.turn(chat, NEVER)
          if (turn.isNow) times.push(now)
        })
        let isOver = false
        const over = Promise.all(turns).then(() => (isOver = true))
        for (;;) {
          await new Promise(setImmediate)
          if (isOver) break
          const next = waits.toSorted((a, b) => a.until - b.until)[0]!
          waits.splice(waits.indexOf(next), 1)
          now = next.until
          next.wake()
        }
        await over
        for (const from of times) assert.ok(times.filter((at) => at >= from && at < from + 1000).length <= 30)
        assert.ok(now <= 11_000)
      },
    ),
    { numRuns: 30 },
  )
})

test('a wait is broken off by its signal', async () => {
  const stop = new AbortController()
  const clock = {
    now: () => 0,
    sleep: (_: number, signal?: AbortSignal) =>
      new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  }
  const pace = createChatBPace(clock)
  await pace.turn(1, stop.signal)
  const waiting = pace.turn(1, stop.signal)
  stop.abort(new Error('over'))
  await assert.rejects(waiting, /over/)
})
