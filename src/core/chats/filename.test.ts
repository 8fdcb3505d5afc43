import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanFilename, isSafeFilename, numberedFilename } from './filename.ts'

test('names are cleaned to something that is safe and close', () => {
  const cases: [string, string][] = [
    ['report.csv', 'report.csv'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['.env', 'env'],
    ['..', 'file'],
    ['', 'file'],
    ['a\0b\n.txt', 'ab.txt'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['con.txt', '_con.txt'],
    ['e\u0301.txt', '\u00e9.txt'],
    ['trailing. ', 'trailing'],
    [`${'ä'.repeat(200)}.txt`, `${'ä'.repeat(125)}.txt`],
  ]
  for (const [given, expected] of cases) assert.equal(cleanFilename(given), expected, JSON.stringify(given))
})

const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

test('a cleaned name is safe, fits every file system and stays as it is when cleaned again', () => {
  fc.assert(
    fc.property(name, fc.integer({ min: 1, max: 10_000 }), (given, n) => {
      const clean = cleanFilename(given)
      assert.ok(isSafeFilename(clean), JSON.stringify(clean))
      assert.equal(cleanFilename(clean), clean)
      const numbered = numberedFilename(clean, n)
      assert.ok(isSafeFilename(numbered), JSON.stringify(numbered))
      assert.ok(Buffer.byteLength(numbered) <= 255)
    }),
    { numRuns: 2000 },
  )
})

test('numbered names keep their extension and differ', () => {
  assert.equal(numberedFilename('report.csv', 2), 'report-2.csv')
  assert.equal(numberedFilename('LICENSE', 3), 'LICENSE-3')
  const long = cleanFilename(`${'x'.repeat(300)}.csv`)
  assert.notEqual(numberedFilename(long, 2), long)
  assert.ok(numberedFilename(long, 2).endsWith('-2.csv'))
})
