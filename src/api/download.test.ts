import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvCell, everyRow } from './download.ts'

test('no cell of an export starts a formula in a spreadsheet', () => {
  for (const [value, cell] of [
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', "' =1"],
    ['\t=1', "'\t=1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    [-5, '-5'],
    [null, ''],
    [undefined, ''],
    [true, 'true'],
    [{ a: [1, 2] }, '"{""a"":[1,2]}"'],
    ['two\r\nlines', '"two\r\nlines"'],
  ] as const)
    assert.equal(csvCell(value), cell)
})

test('a cell of text reads back as the text, but for the apostrophe before a formula', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cell = csvCell(text)
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      assert.equal(read.replace(/^'(?=\s*[=+\-@]|[\t\r])/, ''), text.replace(/^'(?=\s*[=+\-@]|[\t\r])/, ''))
    }),
  )
})

test('every row of a paged list is read, page by page', async () => {
  const rows = Array.from({ length: 401 }, (_, n) => n)
  const offsets: number[] = []
  const read = everyRow(async ({ offset, limit }) => {
    offsets.push(offset)
    return { items: rows.slice(offset, offset + limit) }
  })
  assert.deepEqual(await Array.fromAsync(read), rows)
  assert.deepEqual(offsets, [0, 200, 400])
})
