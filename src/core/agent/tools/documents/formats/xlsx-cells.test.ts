import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellText, type Workbook } from './xlsx-cells.ts'
import { kindOfCode, type NumberKind } from './xlsx-styles.ts'

const shown = (days: string, firstDay = 0, kind: NumberKind = 'date'): string => {
  const book: Workbook = {
    strings: [],
    kinds: [kind],
    firstDay,
    hasStaleResults: false,
    formulasWithoutResult: 0,
  }
  return cellText(
    { name: 'c', attributes: {}, children: [{ name: 'v', attributes: {}, children: [days] }] },
    book,
  )
}

test('dates of a workbook are those that a spreadsheet shows, also before 1 March 1900', () => {
  for (const [days, date] of [
    ['1', '1900-01-01'],
    ['31', '1900-01-31'],
    ['59', '1900-02-28'],
    ['59.5', '1900-02-28T12:00:00.000Z'],
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
    ['hh:mm', '46082.5', '2026-03-01T12:00:00.000Z'],
  ] as const)
    assert.equal(shown(days, 0, kindOfCode(code)), text, `${code} ${days}`)
  assert.equal(shown('-0.125', 1462, kindOfCode('[h]:mm')), '-03:00')
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
