import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../../../tests/support/manual-clock.ts'
import { interruptible, TurnTooLong, type TurnTimeLimit } from './interruptible.ts'

test('the time limit stops while the work is paused, and pauses may overlap [agent.mcp.questions]', async () => {
  const clock = manualClock()
  let pause: TurnTimeLimit['pause'] = () => () => {}
  const failures: unknown[] = []
  const signal = new AbortController().signal
  const work = interruptible({ signal, clock, limitMs: 100, tooLong: 'too long' }, (_stop, given) => {
    pause = given.pause
    return new Promise<void>(() => {})
  })
  const ended = work.catch((error: unknown) => failures.push(error))
  const settled = () => new Promise(setImmediate)
  clock.advance(60)
  const [first, second] = [pause(), pause()]
  clock.advance(1000)
  first()
  first() // resuming twice has no further effect
  clock.advance(1000)
  second()
  clock.advance(39)
  await settled()
  assert.equal(String(failures), '')
  clock.advance(1)
  await ended
  assert.ok(failures[0] instanceof TurnTooLong)
})
