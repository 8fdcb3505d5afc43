import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csv, jsonLines } from './csv.ts'

async function* rows<T>(...given: T[]) {
  yield* given
}

const text = async (lines: AsyncIterable<string>) => (await Array.fromAsync(lines)).join('')
const cell = async (value: unknown) => (await text(csv(['a'], rows({ a: value })))).slice('a\r\n'.length, -2)

test('cells are quoted if necessary, and missing values are empty [audit.export]', async () => {
  const given = rows({ a: 'x,"y"\n', b: null }, { a: -5, b: { c: 1 } }, { a: true })
  assert.equal(await text(csv(['a', 'b'], given)), 'a,b\r\n"x,""y""\n",\r\n-5,"{""c"":1}"\r\ntrue,\r\n')
})

test('a text that a spreadsheet would run as a formula is made harmless [audit.csv-injection]', async () => {
  for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '\n=1', '＝1+1', '＠x'])
    assert.match(await cell(formula), /^"?'/, JSON.stringify(formula))
  assert.equal(await cell('=HYPERLINK("x","y")'), '"\'=HYPERLINK(""x"",""y"")"')
  assert.equal(await cell('ann-lee@x.org'), 'ann-lee@x.org')
})

test('a cell of text reads back as the text, but for the apostrophe before a formula [audit.export]', async () => {
  const bare = (value: string) => value.replace(/^'(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/, '')
  await fc.assert(
    fc.asyncProperty(
      fc.string({
        unit: fc.constantFrom('a', '=', '+', '-', '@', '＝', ',', '"', "'", '\r', '\n', '\t', ' '),
      }),
      async (value) => {
        const written = await cell(value)
        const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
        assert.equal(bare(read), bare(value))
      },
    ),
  )
})

test('JSON lines hold one entry each [audit.export]', async () => {
  assert.equal(
    await text(jsonLines(rows({ a: 'x\n', b: 1 }, { a: null, b: [] }))),
    '{"a":"x\\n","b":1}\n{"a":null,"b":[]}\n',
  )
})
