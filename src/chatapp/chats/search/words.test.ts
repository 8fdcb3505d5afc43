import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseSearchTerms, termsOf as termsInTurns } from './words.ts'

const termsOf = (mark: string, text: string) =>
  termsInTurns(mark, text, { isSpent: () => false, nextTurn: async () => {} })

const finds = async (text: string, asked: string): Promise<boolean> => {
  const [kept, wanted] = [await termsOf('m', text), parseSearchTerms('m', asked)]
  return wanted.length > 0 && wanted.every((term) => kept.some((word) => word.startsWith(term)))
}

describe('the words of a search', () => {
  test('begin those of a text, in any case and without accents', async () => {
    assert.ok(await finds('Straße nach Köln', 'KÖLN'))
    assert.ok(await finds('Straße nach Köln', 'koln stra'))
    assert.ok(await finds('Discount of 50% on_all', '50% ON_A'))
    assert.ok(!(await finds('Discount of 50% on_all', 'on-all')))
    assert.ok(!(await finds('Landstraße', 'straße')))
    assert.ok(!(await finds('anything', '%')))
    assert.ok(!(await finds('anything_', '_')))
  })

  test('are pairs of characters where a script leaves no spaces', async () => {
    assert.ok(await finds('私は東京都に住んでいます', '東京'))
    assert.ok(await finds('私は東京都に住んでいます', '京'))
    assert.ok(await finds('私は東京都に住んでいます', 'す'))
    assert.ok(await finds('Node24のテスト', 'node24'))
    assert.ok(!(await finds('京都と東北', '東京')))
    assert.ok(await finds('สวัสดีครับ', 'ครับ'))
    assert.ok(await finds('한국어를 배웁니다', '한국'))
    assert.deepEqual(await termsOf('', '⺀京'), ['京'])
    const long = String.fromCodePoint(...Array.from({ length: 1200 }, (_, n) => 0x4e00 + n))
    const terms = await termsOf('', `${long}𠀀東`)
    for (let at = 0; at < 1199; at++) assert.ok(terms.includes(long.slice(at, at + 2)), String(at))
    assert.ok(terms.includes('𠀀東'))
  })

  test('find every beginning of every word of any text, and carry the mark', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
        for (const term of await termsOf('m', text)) {
          assert.ok(term.startsWith('m') && term.length > 1)
          const word = term.slice(1)
          const [beginning] = /^_*[\p{L}\p{N}]/u.exec(word)!
          assert.ok(await finds(text, beginning), `${word} in ${text}`)
          assert.match(word, /^[\p{L}\p{N}_]+$/u)
        }
      }),
    )
  })

  test('of a very long text are as many as both databases take', async () => {
    const long = Array.from({ length: 100_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
    ).join('')
    const bytes = (await termsOf('0123456789abcdef', long)).reduce(
      (sum, term) => sum + Buffer.byteLength(term),
      0,
    )
    assert.ok(bytes > 100_000 && bytes < 1_000_000, `${bytes}`)
    assert.deepEqual(await termsOf('', 'x'.repeat(100)), ['x'.repeat(40)])
  })
})
