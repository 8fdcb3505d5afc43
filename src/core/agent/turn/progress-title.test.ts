import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../../../tests/support/manual-clock.ts'
import { interruptible } from './interruptible.ts'
import { createProgressTitle, progressText } from './progress-title.ts'

test('a report of progress is a few words for a person [agent.tools.progress]', () => {
  assert.equal(progressText({ done: 3, total: 10, message: ' watering\n beds ' }), '3 of 10: watering beds')
  assert.equal(progressText({ done: 0.256, total: 1 }), '26 %')
  assert.equal(progressText({ done: 3 }), '')
  assert.equal(progressText({ done: 3, message: 'watering' }), 'watering')
  assert.ok(progressText({ done: 3, message: 'x'.repeat(1000) }).length <= 201)
})

test('progress is shown at most twice a second, and only while the call runs [agent.tools.progress]', () => {
  const clock = manualClock(0)
  const shown: string[] = []
  const progress = createProgressTitle(clock, (title) => shown.push(title))
  progress.report({ done: 0, total: 5 })
  progress.begin('Plant')
  for (let done = 1; done <= 3; done++) progress.report({ done, total: 5 })
  clock.advance(500)
  progress.report({ done: 4, total: 5 })
  progress.end()
  clock.advance(500)
  progress.report({ done: 5, total: 5 })
  assert.deepEqual(shown, ['Plant (1 of 5)', 'Plant (4 of 5)'])
})

test('progress begins the time limit of a call again, up to a maximum [agent.tools.progress]', async () => {
  const clock = manualClock(0)
  const limits = { signal: new AbortController().signal, clock, limitMs: 10, tooLong: 'too long' }
  const prolonging = { maxMs: 25, tooLong: 'too long in all' }
  const runs = async (options: typeof limits, reports: number) => {
    let prolong = () => {}
    const running = interruptible(options, (_, given) => {
      prolong = given.prolong
      return new Promise<never>(() => {})
    })
    let failure: string | null = null
    running.catch((error: Error) => (failure = error.message))
    for (let at = 1; at <= 4; at++) {
      clock.advance(8)
      if (at <= reports) prolong()
      await new Promise(setImmediate)
      if (failure !== null) return [at, failure]
    }
    return null
  }
  assert.deepEqual(await runs(limits, 4), [2, 'too long'])
  assert.deepEqual(await runs({ ...limits, prolonging } as typeof limits, 0), [2, 'too long'])
  assert.deepEqual(await runs({ ...limits, prolonging } as typeof limits, 1), [3, 'too long in all'])
  assert.deepEqual(await runs({ ...limits, prolonging } as typeof limits, 4), [4, 'too long in all'])
})
