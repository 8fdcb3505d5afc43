import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relativeTime } from './time.ts'

const NOW = new Date(2026, 10, 28, 14, 4)
const text = (...parts: [number, number, number, number, number]) =>
  relativeTime(new Date(...parts).getTime() / 1000, NOW)

test('from a day on, days of the calendar count: tomorrow is no other day [web.relative-times]', () => {
  assert.equal(text(2026, 10, 30, 7, 0), 'in 2 days', '41 hours away')
  assert.equal(text(2026, 10, 29, 23, 0), 'tomorrow', '33 hours away')
  assert.equal(text(2026, 10, 26, 15, 0), '2 days ago', '47 hours ago')
  assert.equal(text(2026, 10, 27, 1, 0), 'yesterday', '37 hours ago')
  assert.equal(text(2026, 11, 5, 14, 4), 'in 7 days')
  assert.equal(text(2026, 11, 7, 14, 4), 'Dec 7')
  assert.equal(text(2026, 10, 29, 8, 0), 'in 17 hours')
  assert.equal(text(2026, 10, 28, 14, 4), 'now')
  assert.equal(relativeTime(Number.NaN, NOW), 'Invalid Date')
})
