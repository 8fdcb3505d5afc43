import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cellText, type Workbook } from './xlsx-cells.ts'
import { kindOfCode, type NumberKind } from './xlsx-styles.ts'

const shown = (days: string, firstDay = 0, kind: NumberKind = 'date', type = 'n'): string => {
  const book: Workbook = {
    strings: [],
    kinds: [kind],
    firstDay,
    hasStaleResults: false,
    formulasWithoutResult: 0,
  }
  return cellText(
    { name: 'c', attributes: { t: type }, children: [{ name: 'v', attributes: {}, children: [days] }] },
    book,
  )
}

test('dates of a workbook are those that a spreadsheet shows, also before 1 March 1900', () => {
  for (const [days, date] of [
    ['1', '1900-01-01'],
    ['31', '1900-01-31'],
    ['59', '1900-02-28'],
    ['59.5', '1900-02-28T12:00:00'],
    ['60', '1900-02-29'],
    ['61', '1900-03-01'],
    ['45000', '2023-03-15'],
  ] as const)
    assert.equal(shown(days), date, days)
  assert.equal(shown('0', 1462), '1904-01-01')
})

test('times and durations are those of a clock, also when they are negative or last for months', () => {
  for (const [code, days, text] of [
    ['[h]:mm', '-0.1041666667', '-02:30'],
    ['h:mm', '-0.1041666667', '-02:30'],
    ['[hh]:mm:ss', '100.0416666667', '2401:00:00'],
    ['[mm]:ss', '61', '1464:00:00'],
    ['[s]', '-1.5', '-36:00:00'],
    ['hh:mm', '0.3958333333', '09:30'],
    ['hh:mm', '46082.5', '2026-03-01T12:00:00'],
  ] as const)
    assert.equal(shown(days, 0, kindOfCode(code)), text, `${code} ${days}`)
  assert.equal(shown('-0.125', 1462, kindOfCode('[h]:mm')), '-03:00')
})

test('times near midnight stay on their day, and milliseconds appear only if they are exact', () => {
  const dayPart = (seconds: number, day = 0) => String(day + seconds / 86_400)
  const SECONDS = 86_399
  for (const [code, days, text] of [
    ['hh:mm:ss', dayPart(SECONDS + 0.5), '23:59:59.500'],
    ['hh:mm:ss', dayPart(SECONDS + 0.99951), '23:59:59'],
    ['[h]:mm:ss', dayPart(SECONDS + 0.99951), '23:59:59'],
    ['[h]:mm:ss', dayPart(0.25, -2), '-47:59:59.750'],
    ['[h]:mm:ss', '-0.000001', '00:00'],
    ['hh:mm', dayPart(0.5), '00:00:00.500'],
    ['hh:mm', dayPart(60.0001), '00:01'],
    ['yyyy-mm-dd hh:mm:ss', dayPart(SECONDS + 0.5, 46082), '2026-03-01T23:59:59.500'],
    ['yyyy-mm-dd hh:mm:ss', dayPart(SECONDS + 0.9996, 46082), '2026-03-01T23:59:59'],
    ['yyyy-mm-dd hh:mm:ss', '46082.9999999999', '2026-03-02'],
    ['yyyy-mm-dd hh:mm:ss', '46082.123456789', '2026-03-01T02:57:47'],
    ['yyyy-mm-dd hh:mm:ss', dayPart(45_296.789, 46082), '2026-03-01T12:34:56.789'],
  ] as const)
    assert.equal(shown(days, 0, kindOfCode(code)), text, `${code} ${days}`)
  for (const [stored, text] of [
    ['2026-03-01T12:30:00.000Z', '2026-03-01T12:30:00'],
    ['2026-03-01T00:00:00', '2026-03-01'],
    ['2026-03-01T23:59:59.5', '2026-03-01T23:59:59.500'],
    ['2026-03-01T12:29:59.999999997', '2026-03-01T12:30:00'],
    ['1960-03-01T23:59:59.99966', '1960-03-01T23:59:59'],
    ['2026-03-01', '2026-03-01'],
    ['2026-99-01T12:30:00', '2026-99-01T12:30:00'],
    ['12:30:00', '12:30:00'],
  ] as const)
    assert.equal(shown(stored, 0, 'date', 'd'), text, stored)
})

test('every millisecond of a day reads as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 60_000 }), fc.integer({ min: 1, max: 86_399_999 }), (day, ms) => {
      const time = new Date(ms).toISOString().slice(11, 23).replace('.000', '')
      const clock = ms % 60_000 === 0 ? time.slice(0, 5) : time
      assert.equal(shown(String(ms / 86_400_000), 0, 'time'), clock)
      assert.equal(shown(String(day + ms / 86_400_000)).slice(10), `T${time}`)
    }),
  )
})

test('a format of zeros keeps the zeros in front of a number', () => {
  for (const [code, stored, text] of [
    ['00000', '1067', '01067'],
    ['00000', '-7', '-00007'],
    ['00000', '1067.5', '1067.5'],
    ['000\\-00\\-0000', '12345678', '012345678'],
    ['0', '7', '7'],
    ['0.00', '7', '7'],
    ['#,##0', '7', '7'],
  ] as const)
    assert.equal(shown(stored, 0, kindOfCode(code)), text, `${code} ${stored}`)
})
