import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeEnvFile, parseEnvText } from './env-text.ts'

test('lines of an .env are read by one rule each, however an editor wrote them', () => {
  const { values, warnings } = parseEnvText(
    [
      '\uFEFFFIRST=1',
      '# comment = 2',
      'WORD=pass#word',
      'COMMENT=value # comment',
      'export EXPORTED=yes',
      '  SPACED = a b  ',
      'EMPTY=   # nothing',
      'HEX="#fff" # colour',
      "SINGLE='it is #1'",
      'LINES="one',
      'two"',
      String.raw`ESCAPED="a\nb \"c\""`,
      'BACK=`x`',
      'EQUALS=a=b==',
      String.raw`FOLDER="C:\data\"`,
      '',
    ].join('\r\n'),
  )
  assert.deepEqual(values, {
    FIRST: '1',
    WORD: 'pass#word',
    COMMENT: 'value',
    EXPORTED: 'yes',
    SPACED: 'a b',
    EMPTY: '',
    HEX: '#fff',
    SINGLE: 'it is #1',
    LINES: 'one\ntwo',
    ESCAPED: 'a\nb "c"',
    BACK: 'x',
    EQUALS: 'a=b==',
    FOLDER: 'C:\\data\\',
  })
  assert.deepEqual(warnings, [])
})

test('each ambiguous line is reported without its value, and hides no other line', () => {
  const { values, warnings } = parseEnvText(
    [
      'A=1',
      'OPEN="secret',
      'B="2"',
      'not a setting',
      'C: 3',
      'D="x" secret',
      'A=4',
      'E=#secret',
      'F=“5”',
    ].join('\n'),
  )
  assert.deepEqual(values, { A: '4', OPEN: '"secret', B: '2', D: 'x', E: '#secret', F: '“5”' })
  assert.deepEqual(
    warnings.map(({ line }) => line),
    [2, 4, 5, 6, 7, 8, 9],
  )
  assert.match(warnings[4]!.message, /^A is set in line 1 already/)
  assert.doesNotMatch(JSON.stringify(warnings), /secret|5”/)
})

test('every value can be written, in single quotes or alone', () => {
  const text = fc
    .string({ unit: 'binary', maxLength: 20 })
    .filter((value) => !/['\r]/.test(value) && value.isWellFormed())
  fc.assert(
    fc.property(text, (value) => {
      assert.equal(parseEnvText(`A='${value}'\nB=1`).values['B'], '1')
      assert.equal(parseEnvText(`A='${value}'\nB=1`).values['A'], value)
      const word = value.replace(/[\s"`]/g, '')
      assert.equal(parseEnvText(`A=x${word}`).values['A'], `x${word}`)
    }),
    { numRuns: 50 },
  )
})

test('a file of Windows in UTF-16 is read', () => {
  assert.equal(decodeEnvFile(Buffer.from('\uFEFFA=ä', 'utf16le')), 'A=ä')
  assert.equal(decodeEnvFile(Buffer.from('\uFEFFA=ä', 'utf16le').swap16()), 'A=ä')
})
