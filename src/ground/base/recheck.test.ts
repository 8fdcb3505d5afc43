import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { manualClock } from '../../../tests/support/manual-clock.ts'
import { recheck } from './recheck.ts'

function watched() {
  const clock = manualClock()
  const asked: ((refusal: string | null) => void)[] = []
  const refused: string[] = []
  let hint = () => {}
  const watch = recheck(
    {
      clock,
      everyMs: 1000,
      onNotification(look) {
        hint = look
        return { [Symbol.dispose]: () => (hint = () => {}) }
      },
    },
    () => new Promise<string | null>((resolve) => asked.push(resolve)),
    (refusal) => refused.push(refusal),
  )
  return { clock, asked, refused, watch, hint: () => hint() }
}

test('it is asked at the time, and at once after a hint', async () => {
  const { clock, asked, refused, hint } = watched()
  hint()
  assert.equal(asked.length, 1)
  asked[0]!(null)
  await turn()
  clock.advance(1000)
  await turn()
  assert.equal(asked.length, 2)
  asked[1]!('blocked')
  await turn()
  hint()
  clock.advance(5000)
  await turn()
  assert.deepEqual([asked.length, refused], [2, ['blocked']])
})

test('a hint that arrives during a check causes another check', async () => {
  const { clock, asked, hint, watch } = watched()
  hint()
  hint()
  assert.equal(asked.length, 1)
  asked[0]!(null)
  await turn()
  clock.advance(0)
  await turn()
  assert.equal(asked.length, 2)
  watch[Symbol.dispose]()
})

function bounded() {
  const clock = manualClock()
  const asked: { says(refusal: string | null): void; fails(): void }[] = []
  const refused: string[] = []
  recheck(
    { clock, everyMs: 1000, unknown: { afterMs: 5000, refusal: 'unknown' } },
    () =>
      new Promise<string | null>((resolve, reject) =>
        asked.push({ says: resolve, fails: () => reject(new Error('away')) }),
      ),
    (refusal) => refused.push(refusal),
  )
  const pass = async (ms: number) => {
    clock.advance(ms)
    await turn()
  }
  return { asked, refused, pass }
}

test('an undecided check is repeated soon, and after too long counts as a refusal', async () => {
  const { asked, refused, pass } = bounded()
  await pass(1000)
  asked[0]!.says(null)
  await turn()
  await pass(1000)
  for (let at = 2000; at < 6000; at += 500) {
    assert.deepEqual(refused, [])
    asked.at(-1)!.fails()
    await turn()
    await pass(500)
  }
  assert.deepEqual(refused, ['unknown'])
})

test('work continues if an undecided check succeeds in time', async () => {
  const { asked, refused, pass } = bounded()
  await pass(1000)
  asked[0]!.fails()
  await turn()
  await pass(500)
  asked[1]!.says(null)
  await turn()
  await pass(4000)
  asked[2]!.says(null)
  await turn()
  assert.deepEqual(refused, [])
})

test('an unanswered check does not delay the end', async () => {
  const { asked, refused, pass } = bounded()
  await pass(1000)
  await pass(3500)
  await pass(499)
  assert.deepEqual([asked.length, refused], [1, []])
  await pass(1)
  assert.deepEqual([asked.length, refused], [1, ['unknown']])
})

test('a process that was delayed itself checks again before it ends', async () => {
  const held = bounded()
  await held.pass(60_000)
  assert.deepEqual([held.asked.length, held.refused], [1, []])
  held.asked[0]!.says(null)
  await turn()
  await held.pass(1000)
  assert.deepEqual([held.asked.length, held.refused], [2, []])
  const unanswered = bounded()
  await unanswered.pass(60_000)
  await unanswered.pass(1000)
  assert.deepEqual(unanswered.refused, ['unknown'])
})
