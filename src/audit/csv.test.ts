import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv, jsonLines } from './csv.ts'

async function* rows(...given: { a: string | number | null; b: unknown }[]) {
  yield* given
}

const text = async (lines: AsyncIterable<string>) => (await Array.fromAsync(lines)).join('')

test('cells are quoted where they must be, and null is empty [audit.export]', async () => {
  const written = await text(csv(['a', 'b'], rows({ a: 'x,"y"\n', b: null }, { a: -5, b: { c: 1 } })))
  assert.equal(written, 'a,b\r\n"x,""y""\n",\r\n-5,"{""c"":1}"\r\n')
})

test('a text that a spreadsheet would run as a formula is made harmless [audit.csv-injection]', async () => {
  for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1'])
    assert.match(await text(csv(['a'], rows({ a: formula, b: null }))), /^a\r\n"?'/)
  assert.equal(await text(csv(['a'], rows({ a: 'ann-lee@x.org', b: null }))), 'a\r\nann-lee@x.org\r\n')
})

test('JSON lines hold one entry each [audit.export]', async () => {
  assert.equal(
    await text(jsonLines(rows({ a: 'x\n', b: 1 }, { a: null, b: [] }))),
    '{"a":"x\\n","b":1}\n{"a":null,"b":[]}\n',
  )
})
