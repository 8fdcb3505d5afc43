import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutText, keepTextEnd, firstLine, shortened } from './cut-text.ts'

test('a cut text is the longest well-formed beginning or end of that length', () => {
  const unit = fc.oneof(fc.constant('🌱'), fc.constantFrom('a', 'é', '\n'))
  fc.assert(
    fc.property(fc.array(unit), fc.nat(40), (units, length) => {
      const text = units.join('')
      const [head, tail] = [cutText(text, length), keepTextEnd(text, length)]
      assert.ok(text.startsWith(head) && text.endsWith(tail))
      for (const cut of [head, tail]) {
        assert.ok(cut.isWellFormed())
        assert.ok(cut.length <= length && cut.length >= Math.min(text.length, length) - 1)
      }
    }),
  )
})

test('a shortened text is whole, or has a mark at its end and not more than the length', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      (text, length) => {
        const short = shortened(text, length)
        assert.ok(short.length <= length)
        assert.equal(short === text || (short.endsWith('…') && text.startsWith(short.slice(0, -1))), true)
        assert.equal(short === text, text.length <= length || text === short)
      },
    ),
  )
  assert.equal(firstLine('  one\ntwo', 10), 'one')
  assert.equal(firstLine('one two', 5), 'one …')
})
