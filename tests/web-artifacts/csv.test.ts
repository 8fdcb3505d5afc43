import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseCsv, separatorOf } from '../../web/ui/artifacts/body/csv.ts'
import { numberColumns, numberOf, orderRows } from '../../web/ui/artifacts/body/csv-order.ts'

test('commas, semicolons and tabs are detected from the first line [web-artifacts.csv]', () => {
  for (const [text, separator] of [
    ['a,b\n1;2,3', ','],
    ['a;b\n1,5;2,5', ';'],
    ['a\tb, c\td', '\t'],
    ['"x;y;z",b', ','],
    ['alone', ','],
    ['', ','],
  ] as const)
    assert.equal(separatorOf(text), separator, JSON.stringify(text))
})

test('quotes, line ends of any kind, blank lines and short records are read as meant [web-artifacts.csv]', () => {
  const { head, rows } = parseCsv(
    '\uFEFFname,note\r\n"Lee, Ann","says ""hi""\nand goes"\r\n\r\nBob\rCleo,x,y\n',
  )
  assert.deepEqual(head, ['name', 'note', ''])
  assert.deepEqual(rows, [['Lee, Ann', 'says "hi"\nand goes'], ['Bob'], ['Cleo', 'x', 'y']])
})

test('an unclosed quote is an ordinary character, and a truncated record is dropped [web-artifacts.csv]', () => {
  assert.deepEqual(parseCsv('size,name\n3"6,pipe\n"5,hose').rows, [
    ['3"6', 'pipe'],
    ['"5', 'hose'],
  ])
  assert.deepEqual(parseCsv('a,b\n1,2\n3,', { isCut: true }).rows, [['1', '2']])
  assert.deepEqual(parseCsv(''), { head: [], rows: [] })
})

test('quoted values are read back, with any content [web-artifacts.csv]', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', '1') })
  const record = fc.tuple(cell, cell, cell)
  fc.assert(
    fc.property(fc.array(record, { minLength: 1 }), fc.constantFrom('\n', '\r\n'), (records, end) => {
      const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`
      const text = ['x,y,z', ...records.map((fields) => fields.map(quoted).join(','))].join(end)
      assert.deepEqual(parseCsv(text).rows, records)
    }),
  )
})

test('reading takes linear time, for any quotes and lengths [web-artifacts.csv]', () => {
  const started = performance.now()
  parseCsv(`a,b\n${'"x",y\n'.repeat(50_000)}"open,${',"'.repeat(200_000)}`)
  assert.ok(performance.now() - started < 2_000)
})

test('numbers are known as people write them [web-artifacts.csv]', () => {
  for (const [text, value] of [
    ['12', 12],
    ['-3.5', -3.5],
    ['−2', -2],
    ['1,234', 1234],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1.234.567', 1_234_567],
    ['3,5', 3.5],
    ["1'000", 1000],
    ['12 000', 12_000],
    ['45 %', 45],
    ['€ 9.90', 9.9],
    ['1e3', 1000],
    ['.5', 0.5],
  ] as const)
    assert.equal(numberOf(text), value, text)
  for (const text of ['', 'x', '1-2', '2026-01-02', '1.2.3', '12 kg', '1,23,4', '-'])
    assert.equal(numberOf(text), null, text)
})

test('numbers sort by value, words in natural order, and empty values stay last [web-artifacts.csv]', () => {
  const table = parseCsv('name,amount\nitem 10,9\nitem 2,100\n,7\nItem 3,\n')
  assert.deepEqual(numberColumns(table, 2), [false, true])
  const column = (at: number, isDescending: boolean) =>
    orderRows(table, { column: at, isDescending }, at === 1).map((row) => row[at])
  assert.deepEqual(column(0, false), ['item 2', 'Item 3', 'item 10', ''])
  assert.deepEqual(column(0, true), ['item 10', 'Item 3', 'item 2', ''])
  assert.deepEqual(column(1, false), ['7', '9', '100', ''])
  assert.deepEqual(column(1, true), ['100', '9', '7', ''])
})
