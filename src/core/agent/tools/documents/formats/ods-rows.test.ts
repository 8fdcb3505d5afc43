import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withoutRowsOfFullSheets } from './ods-rows.ts'

const row = (text: string) => `<table:table-row><c>${text}</c></table:table-row>`
const SHEETS =
  `<a><table:table n="1">${row('one')}<table:table-row-group>${row('full')}<table:table-row x="2"/>${row('more')}</table:table-row-group>` +
  `</table:table><table:table n="2">${row('two')}</table:table></a>`

test('rows of a full sheet are dropped, and nothing else, wherever the pieces end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: SHEETS.length }), { maxLength: 20 }),
      async (cuts) => {
        let seen = ''
        let hasLeft = false
        const sheet = { isFull: () => !hasLeft && seen.includes('full'), leave: () => void (hasLeft = true) }
        for await (const part of withoutRowsOfFullSheets(piecesOf(SHEETS, cuts), sheet)) seen += part
        const plain = SHEETS.replace('<table:table-row x="2"/>', '')
        const kept = [SHEETS, plain, plain.replace(row('more'), '')]
        assert.ok(kept.includes(seen) || seen === SHEETS.replace(row('more'), ''), seen)
      },
    ),
  )
})

async function* piecesOf(text: string, cuts: readonly number[]) {
  const places = [0, ...cuts.toSorted((a, b) => a - b), text.length]
  for (const [n, from] of places.slice(0, -1).entries()) yield text.slice(from, places[n + 1])
}
