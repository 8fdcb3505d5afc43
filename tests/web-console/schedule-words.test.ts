import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scheduleWords } from '../../web/console/workflows/schedule-words.ts'

const SAID: readonly [schedule: string, words: string | null][] = [
  ['0 8 * * 1-5', 'every weekday at 08:00'],
  ['30 7 * * MON-FRI', 'every weekday at 07:30'],
  ['0 9,17 * * *', 'every day at 09:00 and 17:00'],
  ['15 6 * * 6,0', 'every weekend at 06:15'],
  ['0 6 * * 7', 'every Sunday at 06:00'],
  ['0 6 * * mon,wed,fri', 'every Monday, Wednesday, and Friday at 06:00'],
  ['0 0 1 * *', 'every month on the 1st at 00:00'],
  ['0 0 1,15,22 * *', 'every month on the 1st, 15th, and 22nd at 00:00'],
  ['0 12 24 12 *', 'every year on December 24 at 12:00'],
  ['0 12 * JUN-AUG *', 'every day in June, July, and August at 12:00'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['*/15 * * * 1-5', 'every 15 minutes, every weekday'],
  ['0 * * * *', 'every hour'],
  ['5,35 * * * *', 'every hour at :05 and :35'],
  ['0 */6 * * *', 'every 6 hours'],
  ['* * * * *', 'every minute'],
  ['@daily', 'every day at 00:00'],
  ['every 15m', 'every 15 minutes'],
  ['every 1h', 'every hour'],
  ['every  2 d', 'every 2 days'],
  ['0 0 13 * 5', null],
  ['*/7 * * * *', null],
  ['0 0 L * *', null],
  ['0 8-18 * * 1-5', null],
  ['nonsense', null],
  ['', null],
]

for (const [schedule, words] of SAID)
  test(`“${schedule}” reads as ${words ?? 'it is written'} [console-app.schedule-words]`, () =>
    assert.equal(scheduleWords(schedule), words))
