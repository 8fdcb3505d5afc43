import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseSchedule } from '#features/work/runs/definitions/schedule.ts'
import { planSlots, type SlotFacts } from './plan.ts'

const MINUTE = 60_000
const quarterly = (() => {
  const parsed = parseSchedule('every 15m', 'UTC')
  if (!parsed.ok) throw new Error(parsed.refusal)
  return parsed.value
})()
const T0 = Date.UTC(2026, 0, 1)
const plan = (facts: Partial<SlotFacts>) =>
  planSlots(quarterly, {
    since: T0,
    now: T0,
    isBusy: false,
    isRefused: false,
    enabled: true,
    missed: 'run_once',
    ...facts,
  })

test('a slot that has just come is run [schedule.slot]', () => {
  assert.deepEqual(plan({ now: T0 + 15 * MINUTE + 5000 }), {
    run: { slot: T0 + 15 * MINUTE, cause: null },
    missed: [],
  })
  assert.deepEqual(plan({ now: T0 + 14 * MINUTE }), { run: null, missed: [] })
})

test('after an outage one run stands for all slots, and the others are recorded as missed [schedule.run-once]', () => {
  assert.deepEqual(plan({ now: T0 + 70 * MINUTE }), {
    run: { slot: T0 + 60 * MINUTE, cause: 'down' },
    missed: [{ from: T0 + 15 * MINUTE, to: T0 + 45 * MINUTE, slots: 3, cause: 'down' }],
  })
})

test('however many slots an outage has, the newest is run for all of them [schedule.run-once]', () => {
  for (const slots of [249, 250, 251, 500, 1000, 100_000]) {
    const { run, missed } = plan({ now: T0 + slots * 15 * MINUTE + 5000 })
    assert.deepEqual(run, { slot: T0 + slots * 15 * MINUTE, cause: null })
    assert.equal(missed[0]!.slots, slots - 1)
  }
})

test('with missed: skip nothing is run for an outage [schedule.skip]', () => {
  assert.deepEqual(plan({ now: T0 + 70 * MINUTE, missed: 'skip' }), {
    run: null,
    missed: [{ from: T0 + 15 * MINUTE, to: T0 + 60 * MINUTE, slots: 4, cause: 'down' }],
  })
})

test('slots of a disabled task, those during its own run, and those while it is refused are recorded with that cause [schedule.causes]', () => {
  const slot = T0 + 15 * MINUTE
  const one = { from: slot, to: slot, slots: 1 }
  assert.deepEqual(plan({ now: slot, enabled: false }), {
    run: null,
    missed: [{ ...one, cause: 'disabled' }],
  })
  for (const [facts, cause] of [
    [{ isBusy: true }, 'busy'],
    [{ isBusy: true, isRefused: true }, 'busy'],
    [{ isRefused: true }, 'refused'],
  ] as const)
    assert.deepEqual(plan({ now: slot, ...facts }), { run: null, missed: [{ ...one, cause }] })
})

test('every slot is accounted for exactly once, however the checks fall [schedule.ledger]', () => {
  const check = fc.record({
    wait: fc.integer({ min: 1, max: 3 * 60 }),
    isBusy: fc.boolean(),
    isRefused: fc.boolean(),
    enabled: fc.boolean(),
    missed: fc.constantFrom('run_once' as const, 'skip' as const),
  })
  fc.assert(
    fc.property(fc.array(check, { minLength: 1, maxLength: 30 }), (checks) => {
      let since = T0
      let accounted = 0
      for (const { wait, ...facts } of checks) {
        const now = since + wait * MINUTE
        const { run, missed } = plan({ ...facts, since, now })
        accounted += (run ? 1 : 0) + missed.reduce((sum, { slots }) => sum + slots, 0)
        since = now
      }
      assert.equal(accounted, Math.floor((since - T0) / (15 * MINUTE)))
    }),
  )
})
