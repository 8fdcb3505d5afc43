import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEW_TIMES, scheduleOf, timesOf } from './times.ts'

test('the fields of the form become a cron line, and the line becomes the same fields', () => {
  for (const [draft, line] of [
    [{ kind: 'day', time: '07:30' }, '30 7 * * *'],
    [{ kind: 'weekdays', time: '00:00' }, '0 0 * * 1-5'],
    [{ kind: 'week', time: '08:05', weekday: 0 }, '5 8 * * 0'],
    [{ kind: 'month', time: '23:59', day: 31 }, '59 23 31 * *'],
  ] as const) {
    const written = { ...NEW_TIMES, ...draft }
    assert.equal(scheduleOf(written), line)
    assert.deepEqual({ ...timesOf(line), custom: '' }, written)
  }
})

test('Sunday may be written as 7', () => {
  const { kind, weekday } = timesOf('0 8 * * 7')
  assert.deepEqual([kind, weekday], ['week', 0])
})

test('other lines and intervals stay as they are written', () => {
  for (const line of [
    '0 8 1,15 * *',
    'every 2h',
    '@daily',
    '0 8 1 * 1',
    '0 8 32 * *',
    '0 24 * * *',
    '60 8 * * *',
  ]) {
    assert.equal(timesOf(line).kind, 'custom', line)
    assert.equal(scheduleOf(timesOf(line)), line)
  }
})
