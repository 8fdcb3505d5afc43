import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { describeDuration, parseDuration, sumOfDurations } from './duration.ts'

test('a duration is a whole number with its unit, and nothing else', () => {
  for (const [text, ms] of [
    ['1500ms', 1500],
    ['90s', 90_000],
    [' 10 m ', 600_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
  ] as const)
    assert.equal(parseDuration(text), ms, text)
  for (const text of ['', '10', 's', '-1s', '1.5h', '1d12h', '1w', '12345678s', '1 year'])
    assert.equal(parseDuration(text), null, text)
})

test('a sum of durations has fractions and weeks', () => {
  assert.equal(sumOfDurations('4w'), 28 * 86_400_000)
  assert.equal(sumOfDurations('1d12h'), 36 * 3_600_000)
  assert.equal(sumOfDurations('1.5h30m'), 2 * 3_600_000)
})

test('a described duration is read back as the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), (ms) =>
      assert.equal(parseDuration(describeDuration(ms)), ms),
    ),
  )
})
