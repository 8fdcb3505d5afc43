import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minuteOfDayIn } from '#ground/base/time-zone.ts'
import { afterQuiet, isQuiet, nextCheck, type NoticeTimes } from './schedule.ts'

const BERLIN: NoticeTimes = { pace: 'at_once', dailyAt: 8 * 60, quiet: null, timeZone: 'Europe/Berlin' }
const next = (times: Partial<NoticeTimes>, at: string) =>
  new Date(nextCheck({ ...BERLIN, ...times }, Date.parse(at))).toISOString().slice(0, 16)

test('notices are checked each minute, each hour, or daily at a time in the person’s zone [notices.digest]', () => {
  assert.equal(next({}, '2026-11-30T10:00:20Z'), '2026-11-30T10:01')
  assert.equal(next({ pace: 'hourly' }, '2026-11-30T10:00:00Z'), '2026-11-30T11:00')
  assert.equal(next({ pace: 'daily' }, '2026-11-30T06:59:00Z'), '2026-11-30T07:00')
  assert.equal(next({ pace: 'daily' }, '2026-11-30T07:00:00Z'), '2026-12-01T07:00')
  assert.equal(next({ pace: 'daily' }, '2026-07-30T07:00:00Z'), '2026-07-31T06:00', 'in summer')
})

test('a daily notice keeps its time when the clocks change, and is not left out [notices.digest]', () => {
  assert.equal(next({ pace: 'daily' }, '2026-10-24T06:30:00Z'), '2026-10-25T07:00', 'back')
  assert.equal(next({ pace: 'daily' }, '2026-03-28T07:30:00Z'), '2026-03-29T06:00', 'forward')
  const atSkipped = { pace: 'daily', dailyAt: 2 * 60 + 30 } as const
  assert.equal(next(atSkipped, '2026-03-28T12:00:00Z'), '2026-03-29T01:30', '02:30 does not exist')
})

test('in quiet hours nothing is checked until they end, also across midnight [notices.quiet]', () => {
  const quiet = { from: 22 * 60, until: 7 * 60 }
  assert.equal(next({ quiet }, '2026-11-30T20:59:30Z'), '2026-12-01T06:00')
  assert.equal(next({ quiet }, '2026-12-01T01:00:00Z'), '2026-12-01T06:00')
  assert.equal(next({ quiet, pace: 'hourly' }, '2026-11-30T20:10:00Z'), '2026-12-01T06:00')
  assert.equal(next({ quiet }, '2026-12-01T06:00:00Z'), '2026-12-01T06:01')
  assert.equal(next({ quiet: { from: 12 * 60, until: 13 * 60 } }, '2026-11-30T11:30:00Z'), '2026-11-30T12:00')
  assert.equal(next({ quiet, pace: 'daily', dailyAt: 6 * 60 }, '2026-11-30T12:00:00Z'), '2026-12-01T05:00')
})

test('the next check is later than now and outside of the quiet hours [notices.quiet]', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Apia')
  const at = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
  fc.assert(
    fc.property(minute, minute, zone, at, (from, until, timeZone, now) => {
      const times: NoticeTimes = { ...BERLIN, timeZone, quiet: from === until ? null : { from, until } }
      const found = nextCheck(times, now)
      assert.ok(found > now)
      assert.ok(!isQuiet(times, found) || minuteOfDayIn(timeZone, found) === until)
      assert.equal(afterQuiet(times, found), found)
    }),
    { numRuns: 300 },
  )
})
