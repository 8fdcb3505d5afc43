import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { askedTerms, termsOf } from './words.ts'

const finds = (text: string, asked: string): boolean => {
  const [kept, wanted] = [termsOf('m', text), askedTerms('m', asked)]
  return wanted.length > 0 && wanted.every((term) => kept.some((word) => word.startsWith(term)))
}

describe('the words of a search', () => {
  test('begin those of a text, in any case and without accents', () => {
    assert.ok(finds('Straße nach Köln', 'KÖLN'))
    assert.ok(finds('Straße nach Köln', 'koln stra'))
    assert.ok(finds('Discount of 50% on_all', '50% ON_A'))
    assert.ok(!finds('Discount of 50% on_all', 'on-all'))
    assert.ok(!finds('Landstraße', 'straße'))
    assert.ok(!finds('anything', '%') && !finds('anything_', '_'))
  })

  test('are pairs of characters where a script leaves no spaces', () => {
    assert.ok(finds('私は東京都に住んでいます', '東京'))
    assert.ok(finds('私は東京都に住んでいます', '京'))
    assert.ok(finds('私は東京都に住んでいます', 'す'))
    assert.ok(finds('Node24のテスト', 'node24'))
    assert.ok(!finds('京都と東北', '東京'))
    assert.ok(finds('สวัสดีครับ', 'ครับ'))
    assert.ok(finds('한국어를 배웁니다', '한국'))
    assert.deepEqual(termsOf('', '⺀京'), ['京'])
  })

  test('find every beginning of every word of any text, and carry the mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        for (const term of termsOf('m', text)) {
          assert.ok(term.startsWith('m') && term.length > 1)
          const word = term.slice(1)
          const [beginning] = /^_*[\p{L}\p{N}]/u.exec(word)!
          assert.ok(finds(text, beginning), `${word} in ${text}`)
          assert.match(word, /^[\p{L}\p{N}_]+$/u)
        }
      }),
    )
  })

  test('of a very long text are as many as both databases take', () => {
    const long = Array.from({ length: 100_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
    ).join('')
    const bytes = termsOf('0123456789abcdef', long).reduce((sum, term) => sum + Buffer.byteLength(term), 0)
    assert.ok(bytes > 100_000 && bytes < 1_000_000, `${bytes}`)
    assert.deepEqual(termsOf('', 'x'.repeat(100)), ['x'.repeat(40)])
  })
})
