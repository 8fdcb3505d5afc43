import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { endOf, startOf, type UsagePeriod } from './periods.ts'

const moment = fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2100, 0) })
const step = fc.constantFrom<UsagePeriod>('hour', 'day', 'month')

test('every moment lies in exactly one step, and the next begins where it ends [budgets.periods]', () => {
  fc.assert(
    fc.property(step, moment, (length, at) => {
      const [start, end] = [startOf(length, at), endOf(length, at)]
      assert.ok(start <= at && at < end)
      assert.equal(startOf(length, start), start)
      assert.equal(startOf(length, end - 1), start)
      assert.equal(startOf(length, end), end)
      assert.equal(endOf(length, start - 1), start)
    }),
  )
})

test('days and months begin at midnight UTC, at any length [budgets.periods]', () => {
  const iso = (at: number) => new Date(at).toISOString()
  for (const [length, at, start, end] of [
    ['month', '2028-02-29T23:59:59.999Z', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['month', '2026-12-31T12:00:00.000Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['day', '2026-03-29T01:30:00.000Z', '2026-03-29T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    ['hour', '2026-11-20T17:15:00.000Z', '2026-11-20T17:00:00.000Z', '2026-11-20T18:00:00.000Z'],
  ] as const) {
    assert.equal(iso(startOf(length, Date.parse(at))), start)
    assert.equal(iso(endOf(length, Date.parse(at))), end)
  }
  fc.assert(
    fc.property(moment, (at) => {
      assert.match(iso(startOf('month', at)), /-01T00:00:00\.000Z$/)
      assert.equal(iso(startOf('month', at)).slice(0, 7), iso(at).slice(0, 7))
      assert.equal(iso(startOf('day', at)).slice(0, 10), iso(at).slice(0, 10))
    }),
  )
})
