import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTooOften } from './least-interval.ts'

const HOUR = 3_600_000
const at = (...hours: number[]) => ({
  next: (after: number) => hours.map((hour) => hour * HOUR).find((time) => time > after) ?? null,
})

test('times that are at least an hour apart are permitted', () => {
  assert.equal(isTooOften(at(), 0), false)
  assert.equal(isTooOften(at(8), 0), false)
  assert.equal(isTooOften(at(8, 9, 10, 34), 0), false)
})

test('two times within an hour are refused, also if they are not the first times', () => {
  assert.equal(isTooOften(at(8, 8.5), 0), true)
  assert.equal(isTooOften(at(8, 20, 20.75), 0), true)
  assert.equal(isTooOften(at(8, 32, 32.9), 0), true)
})

test('an interval of less than an hour is refused by the number of its times', () => {
  const every = (ms: number) => ({ next: (after: number) => (Math.floor(after / ms) + 1) * ms })
  assert.equal(isTooOften(every(15 * 60_000), 5), true)
  assert.equal(isTooOften(every(HOUR), 5), false)
})
