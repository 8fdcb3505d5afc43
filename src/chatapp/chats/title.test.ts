import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { titleFrom } from './title.ts'

describe('a title', () => {
  test('is the whole prompt when that is short', () => {
    assert.equal(titleFrom('  What grows\n\n in May? '), 'What grows in May?')
    assert.equal(titleFrom(' \n'), 'New chat')
  })

  test('ends at a word, and cuts a word only if it is too long alone', () => {
    assert.equal(titleFrom('word '.repeat(20)), 'word '.repeat(12).trim())
    assert.equal(titleFrom('x'.repeat(100)), `${'x'.repeat(59)}…`)
  })

  test('is one line of 1 to 60 characters for any prompt', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (prompt) => {
        const title = titleFrom(prompt)
        assert.ok([...title].length >= 1 && [...title].length <= 60)
        assert.doesNotMatch(title, /\n/)
      }),
    )
  })
})
