import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutText, cutTextStart } from './cut-text.ts'

test('a cut text is the longest well-formed beginning or end of that length', () => {
  const unit = fc.oneof(fc.constant('🌱'), fc.constantFrom('a', 'é', '\n'))
  fc.assert(
    fc.property(fc.array(unit), fc.nat(40), (units, length) => {
      const text = units.join('')
      const [head, tail] = [cutText(text, length), cutTextStart(text, length)]
      assert.ok(text.startsWith(head) && text.endsWith(tail))
      for (const cut of [head, tail]) {
        assert.ok(cut.isWellFormed())
        assert.ok(cut.length <= length && cut.length >= Math.min(text.length, length) - 1)
      }
    }),
  )
})
