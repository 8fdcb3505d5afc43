import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eastAsianWidthType } from './east-asian-width.ts'

const typesOf = (signs: string) => [
  ...new Set(Array.from(signs, (sign) => eastAsianWidthType(sign.codePointAt(0)!))),
]

test('letters and punctuation of Chinese, Japanese and Korean are wide, and those of other scripts are not [web.marks]', () => {
  assert.deepEqual(typesOf('重要なのは「注意」한국어。々ー〇〜・ㄅ㍿ꀀ𠮷').toSorted(), ['wide'])
  assert.deepEqual(typesOf('（）！？：；～，\u3000'), ['fullwidth'])
  assert.deepEqual(typesOf('“”‘’\uFE01'), ['ambiguous'])
  assert.deepEqual(typesOf('abc éß.,:;()[]!?"*~«»русский ελ עב'), ['neutral'])
})
