import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { appendable, harmless } from './stream-text.ts'

test('the text mentions no one, hides no link and loads no picture', () => {
  assert.equal(
    harmless(
      '<!channel> <@U01> <#C01> <https://evil.example|https://bank.example> ![x](https://a.example/x)',
    ),
    '<\u2060!channel> <\u2060@U01> <\u2060#C01> <\u2060https://evil.example|https://bank.example> !\u2060[x](https://a.example/x)',
  )
  assert.equal(
    harmless('a < b, <https://a.example>, Array<string>!'),
    'a < b, <https://a.example>, Array<string>!',
  )
})

test('appended text never needs a change, at any cut of the answer', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('<!here>', '<@U01>', '![', '!', '<', '<https://a.example|', '|', '👩‍👩‍👧', ' ', '\n'),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), fc.nat(), (words, at) => {
      const whole = words.join('')
      const appended = appendable(whole.slice(0, at % (whole.length + 1)))
      assert.ok(harmless(whole).startsWith(appended))
      assert.ok(appended.isWellFormed() || !whole.isWellFormed())
    }),
  )
})
