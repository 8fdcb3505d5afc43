import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { writeTeamchat } from './write.ts'

const texts = (markdown: string) => writeTeamchat(markdown).map(({ text }) => text)

test('Markdown in the marks of team chat', () => {
  assert.deepEqual(
    texts('# Title\n\n**bold** *it* ~~no~~ `a<b` [x|y](https://a.example/?q=a|b)\n\n- one\n- two\n\n> said'),
    ['*Title*\n\n*bold* _it_ ~no~ `a&lt;b` <https://a.example/?q=a%7Cb|x|y>\n\n• one\n• two\n\n> said'],
  )
})

test('a fence keeps its text, also one with a fence in it', () => {
  assert.deepEqual(texts('````ts\na < b\n```\n````'), ['```\na &lt; b\n`\u200B``\n```'])
})

test('the text mentions no one and hides no link, for any input', () => {
  assert.deepEqual(texts('<!channel> <@U01> <https://evil.example|https://bank.example>'), [
    '&lt;!channel&gt; &lt;@U01&gt; <https://evil.example%7Chttps://bank.example|https://evil.example|https://bank.example>',
  ])
  assert.deepEqual(texts('[x](tel:1&2)'), ['x (tel:1&amp;2)'])
})

test('of any text: every message is within the limit, and the only signs in it are ours', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<!here>',
      '<@U01>',
      '&',
      '**b**',
      '`c`',
      '[l](https://a.example/<>|)',
      '👩‍👩‍👧‍👦',
      '\n\n',
      '```\n',
    ),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 400 }), (words) => {
      for (const text of texts(words.join(' '))) {
        assert.ok(text.length <= 4000)
        for (const [, sign] of text.matchAll(/<([^>]*)>?/g))
          assert.match(sign!, /^(?:https?|mailto):[^\s<>|]*\|/)
      }
    }),
    { numRuns: 60 },
  )
})
