import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { marksOf, snippetOf } from './snippet.ts'
import { parseSearchTerms } from './words.ts'

const marked = (text: string, asked: string) =>
  marksOf(text, parseSearchTerms('', asked)).map(([from, to]) => text.slice(from, to))

describe('a search snippet', () => {
  test('has the words marked as they are written there', () => {
    assert.deepEqual(marked('Straße nach KÖLN, Kölner Dom', 'koln'), ['KÖLN', 'Köln'])
    assert.deepEqual(marked('Landstraße und Straße', 'straße'), ['Straße'])
    assert.deepEqual(marked('Crème brûlée', 'creme BRU'), ['Crème', 'brû'])
    assert.deepEqual(marked('私は東京都に住んでいます', '東京都'), ['東京都'])
    assert.deepEqual(marked('Node24のテスト', 'テスト'), ['テスト'])
    assert.deepEqual(marked('on_all and all', 'all'), ['all'])
  })

  test('is one line around the first match', () => {
    const text = `${'before '.repeat(40)}\n\n**tulip** bulbs\n${'after '.repeat(60)}`
    const snippet = snippetOf(text, ['tulip'])!
    assert.match(snippet.text, /^…before .*tulip bulbs after .*…$/)
    assert.ok(snippet.text.length < 200)
    assert.deepEqual(
      snippet.marks.map(([from, to]) => snippet.text.slice(from, to)),
      ['tulip'],
    )
    assert.equal(snippetOf('nothing of it', ['tulip']), null)
    assert.equal(snippetOf('tulip', ['tulip'])!.text, 'tulip')
  })

  test('of a long text is found at any place, and a word that a part cuts is not taken for another', () => {
    for (const before of [0, 1, 3599, 3998, 4000, 4399, 7999, 199_000]) {
      const filler = 'blumentulip, '.repeat(Math.ceil(before / 13)).slice(0, before)
      const snippet = snippetOf(`${filler} Tulip ${'words '.repeat(1000)}`, ['tulip'])!
      assert.deepEqual(
        snippet.marks.map(([from, to]) => snippet.text.slice(from, to)),
        ['Tulip'],
        `${before}`,
      )
      assert.ok(snippet.text.endsWith('…') && snippet.text.length < 200)
    }
  })

  test('marks places of the text itself, in order, for any text', () => {
    const word = fc.constantFrom('a', 'ß', 'ﬁ', 'É', '京', '😀', 'x1', ' ', '\n', '**')
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 300 }),
        fc.constantFrom('a', 'fi', 'e', '京', 'x'),
        (parts, asked) => {
          const snippet = snippetOf(parts.join(''), parseSearchTerms('', asked))
          if (!snippet) return
          assert.ok(snippet.text.isWellFormed() && !snippet.text.includes('\n'))
          let last = 0
          assert.ok(snippet.marks.length > 0)
          for (const [from, to] of snippet.marks) {
            assert.ok(from >= last && to > from && to <= snippet.text.length)
            last = to
          }
        },
      ),
    )
  })
})
