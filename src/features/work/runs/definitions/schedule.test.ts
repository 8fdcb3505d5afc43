import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Cron } from 'croner'
import fc from 'fast-check'
import { nextTimes, parseSchedule } from './schedule.ts'
import type { Schedule } from '../cron/slot-range.ts'

const schedule = (text: string, timezone = 'UTC'): Schedule => {
  const parsed = parseSchedule(text, timezone)
  if (!parsed.ok) throw new Error(parsed.refusal)
  return parsed.value
}
const times = (text: string, timezone: string, after: string, count: number) =>
  nextTimes(schedule(text, timezone), Date.parse(after), count).map((at) => new Date(at).toISOString())

test('a daily time that clocks skip in spring is run right after the gap, once [schedule.spring]', () => {
  assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 3), [
    '2026-03-29T01:00:00.000Z', // 02:30 does not exist; the gap ends at 03:00 summer time
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

test('times of several named hours are each run once a day over both changes [schedule.lists]', () => {
  assert.deepEqual(times('30 2,14 * * *', 'Europe/Berlin', '2026-03-28T13:30:00Z', 3), [
    '2026-03-29T01:00:00.000Z',
    '2026-03-29T12:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ])
  assert.deepEqual(times('30 2,14 * * *', 'Europe/Berlin', '2026-10-24T12:30:00Z', 3), [
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T13:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ])
  assert.deepEqual(times('15,45 2,3 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 3), [
    '2026-03-29T01:00:00.000Z',
    '2026-03-29T01:15:00.000Z',
    '2026-03-29T01:45:00.000Z',
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

test('every 15m has the same slots in every time zone [schedule.every]', () => {
  const expected = ['2026-03-29T00:15:00.000Z', '2026-03-29T00:30:00.000Z']
  assert.deepEqual(times('every 15m', 'UTC', '2026-03-29T00:00:00Z', 2), expected)
  assert.deepEqual(times('every 15m', 'Europe/Berlin', '2026-03-29T00:07:11Z', 2), expected)
})

test('a schedule that says nothing sensible is refused [schedule.refused]', () => {
  for (const text of ['every 0m', 'every 15 parsecs', '* * * *', '* * * * * *', '61 * * * *', 'tomorrow', ''])
    assert.equal(parseSchedule(text, 'UTC').ok, false, text)
  for (const [text, refusal] of [
    ['0 9 * * FRI-MON', /range FRI-MON ends before it begins; write FRI,SAT,SUN,MON/],
    ['0 22-6 * * *', /range 22-6 ends before it begins; write two ranges/],
    ['0 9 * NOV-FEB *', /write NOV,DEC,JAN,FEB/],
    ['60 9 * * *', /^Invalid value for minute: 60/],
  ] as const) {
    const read = parseSchedule(text, 'UTC')
    assert.match(read.ok ? 'accepted' : read.refusal, refusal)
  }
  for (const text of ['0 9 * * FRI-SUN', '0 9 * * FRI,SAT,SUN,MON', '*/5 8-18 * JAN-MAR 1-5'])
    assert.ok(parseSchedule(text, 'UTC').ok, text)
})

test('a day that no year has is refused, and a leap day is run when it comes [schedule.never]', () => {
  assert.deepEqual(parseSchedule('0 0 30 2 *', 'UTC'), {
    ok: false,
    refusal: 'names a day that does not exist',
  })
  assert.deepEqual(times('0 0 29 2 *', 'Europe/Berlin', '2026-01-01T00:00:00Z', 1), [
    '2028-02-28T23:00:00.000Z',
  ])
})

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'America/Havana',
]
const field = (min: number, max: number, steps: readonly number[]) =>
  fc.oneof(
    fc.constant('*'),
    fc.constantFrom(...steps).map((step) => `*/${step}`),
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 3 }).map((list) => list.join(',')),
  )
const line = fc
  .tuple(
    field(0, 59, [7, 30]),
    field(0, 23, [2, 5]),
    field(1, 28, [10]),
    fc.constantFrom('*', '3,10'),
    fc.constantFrom('*', '*', '1-5', '0'),
  )
  .map((fields) => fields.join(' '))
const someTime = fc.integer({ min: Date.UTC(2011, 0, 1), max: Date.UTC(2030, 0, 1) })

const shown = new Map<string, (at: number) => number>()

function wallClock(timezone: string): (at: number) => number {
  const known = shown.get(timezone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const times = new Map<number, number>()
  const wall = (at: number) => {
    if (!times.has(at)) times.set(at, Date.parse(`${format.format(at).replace(' ', 'T')}Z`))
    return times.get(at)!
  }
  shown.set(timezone, wall)
  return wall
}

/** Reference implementation: checks each minute of local time, without offsets. */
function naiveSlots(text: string, timezone: string, after: number, until: number): number[] {
  const cron = new Cron(text, { utcOffset: 0, paused: true })
  const namesHours = !text.split(' ')[1]!.startsWith('*')
  const wall = wallClock(timezone)
  const start = Math.floor(after / 60_000) * 60_000 - 2 * 86_400_000
  const slots: number[] = []
  let furthest = -Infinity
  for (let at = start; at <= until; at += 60_000) {
    const now = wall(at)
    const isFirst = now > furthest
    const from = namesHours && isFirst && furthest !== -Infinity ? furthest + 60_000 : now
    let isSlot = false
    for (let time = from; time <= now; time += 60_000) isSlot ||= cron.match(new Date(time))
    if (isSlot && (isFirst || !namesHours) && at > after) slots.push(at)
    furthest = Math.max(furthest, now)
  }
  return slots
}

test('slots that are counted are those that come one by one, in any time zone [schedule.counted]', () => {
  fc.assert(
    fc.property(
      line,
      fc.constantFrom(...ZONES),
      someTime,
      fc.integer({ min: 0, max: 4 * 1440 }),
      (text, timezone, after, minutes) => {
        const until = after + minutes * 60_000
        const slots = naiveSlots(text, timezone, after, until)
        const computed = schedule(text, timezone)
        assert.deepEqual(
          computed.between(after, until),
          slots.length === 0 ? null : { first: slots[0], last: slots.at(-1), count: slots.length },
        )
        const next = computed.next(after)
        assert.ok(slots.length === 0 ? next === null || next > until : next === slots[0])
      },
    ),
    { numRuns: 60 },
  )
})

test('around every change of clocks, too [schedule.counted]', () => {
  for (const [timezone, change] of [
    ['Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25T01:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['America/Havana', '2026-03-08T05:00:00Z'],
    ['America/Havana', '2026-11-01T05:00:00Z'],
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['America/Sao_Paulo', '2018-02-18T02:00:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ] as const)
    for (const text of [
      '* * * * *',
      '*/30 2 * * *',
      '30 2,14 * * *',
      '30 * * * *',
      '0 */2 * * *',
      '15 0-3 * * *',
      '0 0 * * *',
      '0 12 30 * *',
    ])
      for (const [from, to] of [
        [-90, 90],
        [-30, 1500],
      ] as const) {
        const [after, until] = [Date.parse(change) + from * 60_000, Date.parse(change) + to * 60_000]
        const slots = naiveSlots(text, timezone, after, until)
        assert.deepEqual(
          schedule(text, timezone).between(after, until),
          slots.length === 0 ? null : { first: slots[0], last: slots.at(-1), count: slots.length },
          `${text} in ${timezone} at ${change}`,
        )
      }
})
