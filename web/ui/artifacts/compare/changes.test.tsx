import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { changesBetween } from './changes.ts'

const shown = async (older: string, newer: string) =>
  (await changesBetween(older, newer))?.map((lines) =>
    lines.map(({ sign, at, text }) => `${sign}${at} ${text}`),
  )

test('a change is shown with its position and its surroundings [web-artifacts.compare]', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n + 1}`)
  const newer = lines.with(9, 'changed').concat('more')
  assert.deepEqual(await shown(lines.join('\n'), newer.join('\n')), [
    [
      ' 7 line 7',
      ' 8 line 8',
      ' 9 line 9',
      '-10 line 10',
      '+10 changed',
      ' 11 line 11',
      ' 12 line 12',
      ' 13 line 13',
    ],
    [' 18 line 18', ' 19 line 19', ' 20 line 20', '+21 more'],
  ])
  assert.deepEqual(await shown('same\r\n', 'same\n'), [], 'line ends are no change')
  assert.deepEqual(await shown('', 'a\n'), [['+1 a']])
})

test('applying the removed and added lines turns one text into the other [web-artifacts.compare]', async () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
  await fc.assert(
    fc.asyncProperty(text, text, async (older, newer) => {
      const rows = newer.split('\n')
      const changes = (await changesBetween(older, newer))!.flat()
      for (const { sign, at, text } of changes) if (sign !== '-') assert.equal(rows[at - 1], text)
      const count = (sign: string) => changes.filter((line) => line.sign === sign).length
      assert.equal(newer.split('\n').length - older.split('\n').length, count('+') - count('-'))
    }),
  )
})
