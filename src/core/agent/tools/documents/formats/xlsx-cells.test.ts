import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellText, type Workbook } from './xlsx-cells.ts'

const shown = (days: string, firstDay = 0): string => {
  const book: Workbook = {
    strings: [],
    kinds: ['date'],
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
