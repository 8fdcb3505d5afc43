import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextTimes, parseSchedule, type Schedule } from './schedule.ts'

const schedule = (text: string, timezone = 'UTC'): Schedule => {
  const parsed = parseSchedule(text, timezone)
  if (!parsed.ok) throw new Error(parsed.refusal)
  return parsed.value
}
const times = (text: string, timezone: string, after: string, count: number) =>
  nextTimes(schedule(text, timezone), Date.parse(after), count).map((at) => new Date(at).toISOString())

test('a daily time that clocks skip in spring is run right after the gap, once [schedule.spring]', () => {
  assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 3), [
    '2026-03-29T01:00:00.000Z', // 02:30 is not there; the gap ends at 03:00 of summer time
    '2026-03-30T00:30:00.000Z',
    '2026-03-31T00:30:00.000Z',
  ])
})

test('a daily time that comes twice in autumn is run the first time alone [schedule.autumn]', () => {
  assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2), [
    '2026-10-25T00:30:00.000Z', // summer time; the second 02:30, at 01:30 UTC, is left out
    '2026-10-26T01:30:00.000Z',
  ])
})

test('a daily time keeps its place on the clock over both changes [schedule.timezone]', () => {
  for (const [after, expected] of [
    ['2026-03-28T00:00:00Z', ['2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z']],
    ['2026-10-24T00:00:00Z', ['2026-10-24T07:00:00.000Z', '2026-10-25T08:00:00.000Z']],
  ] as const)
    assert.deepEqual(times('0 9 * * *', 'Europe/Berlin', after, 2), expected)
})

test('an hourly time is run every hour over both changes [schedule.hourly]', () => {
  for (const after of ['2026-03-28T22:59:00Z', '2026-10-24T22:59:00Z']) {
    const found = nextTimes(schedule('0 * * * *', 'Europe/Berlin'), Date.parse(after), 6)
    assert.ok(found.slice(1).every((at, index) => (found[index] ?? 0) + 3_600_000 === at))
  }
})

test('every 15m has the same slots for everybody, in any time zone [schedule.every]', () => {
  const expected = ['2026-03-29T00:15:00.000Z', '2026-03-29T00:30:00.000Z']
  assert.deepEqual(times('every 15m', 'UTC', '2026-03-29T00:00:00Z', 2), expected)
  assert.deepEqual(times('every 15m', 'Europe/Berlin', '2026-03-29T00:07:11Z', 2), expected)
})

test('a schedule that says nothing sensible is refused [schedule.refused]', () => {
  for (const text of ['every 0m', 'every 15 parsecs', '* * * *', '* * * * * *', '61 * * * *', 'tomorrow', ''])
    assert.equal(parseSchedule(text, 'UTC').ok, false, text)
})
