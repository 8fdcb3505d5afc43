import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { manualClock } from '../../../tests/support/manual-clock.ts'
import { startLoop, type LoopOptions } from './loop.ts'

function looping(t: TestContext, options: Partial<LoopOptions> = {}) {
  const clock = manualClock()
  const failures: unknown[] = []
  let rounds = 0
  const loop = startLoop({
    clock,
    everyMs: 1000,
    onFailure: (error) => failures.push(error),
    ...options,
    work: (signal) => {
      rounds++
      return options.work?.(signal)
    },
  })
  t.after(() => loop[Symbol.asyncDispose]())
  return { clock, loop, failures, rounds: () => rounds }
}

test('a loop works at once, then after each wait', async (t) => {
  const { clock, rounds } = looping(t)
  for (const round of [1, 2, 3]) {
    assert.equal(await clock.nextSleep(), 1000)
    assert.equal(rounds(), round)
    clock.advance(1000)
  }
})

test('the first wait and each one after may have lengths of their own', async (t) => {
  const waits = [30, 20]
  const { clock, rounds } = looping(t, { firstMs: 500, everyMs: () => waits.shift() ?? 10 })
  for (const [round, ms] of [500, 30, 20, 10].entries()) {
    assert.equal(await clock.nextSleep(), ms)
    assert.equal(rounds(), round)
    clock.advance(ms)
  }
})

test('waking starts a round at once, or another round after the running one', async (t) => {
  const begun: (() => void)[] = []
  const { clock, loop, rounds } = looping(t, { work: () => new Promise<void>((end) => begun.push(end)) })
  const woken = loop.wake()
  assert.equal(rounds(), 1)
  begun[0]!()
  while (begun.length < 2) await Promise.resolve()
  begun[1]!()
  await woken
  await clock.nextSleep()
  const again = loop.wake()
  while (begun.length < 3) await Promise.resolve()
  begun[2]!()
  await again
  assert.equal(rounds(), 3)
})

test('a failure is reported, and waking does not shorten the wait after it', async (t) => {
  const troubles = [new Error('one'), new Error('two'), null, new Error('three')]
  const { clock, loop, failures, rounds } = looping(t, {
    afterFailureMs: (count) => count * 100,
    work: async () => {
      const trouble = troubles.shift()
      if (trouble) throw trouble
    },
  })
  assert.equal(await clock.nextSleep(), 100)
  const woken = loop.wake()
  clock.advance(100)
  assert.equal(await clock.nextSleep(), 200)
  await woken
  assert.equal(rounds(), 2)
  clock.advance(200)
  assert.equal(await clock.nextSleep(), 1000)
  clock.advance(1000)
  assert.equal(await clock.nextSleep(), 100)
  assert.deepEqual(
    failures.map((error) => (error as Error).message),
    ['one', 'two', 'three'],
  )
})

test('closing ends a wait and waits for the current round, and an interrupted round is no failure', async (t) => {
  let isThrough = false
  const { loop, failures, rounds } = looping(t, {
    work: (signal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          isThrough = true
          reject(signal.reason as Error)
        }),
      ),
  })
  await loop[Symbol.asyncDispose]()
  assert.ok(isThrough)
  await loop.wake()
  await loop[Symbol.asyncDispose]()
  assert.deepEqual([failures, rounds()], [[], 1])

  const waiting = looping(t)
  await waiting.clock.nextSleep()
  await waiting.loop[Symbol.asyncDispose]()
  assert.equal(waiting.rounds(), 1)
})
