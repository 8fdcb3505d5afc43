import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { writer } from '../../text/writer.ts'
import { MAX_TEXT_LENGTH, MARKUP } from './markup.ts'

const write = writer(MARKUP, MAX_TEXT_LENGTH)
const written = (markdown: string) =>
  write(markdown)
    .map(({ text }) => text)
    .join('\n=====\n')

test('marks are the provider’s, and none is left open', () => {
  assert.equal(
    written('**bold** *italic* ~~gone~~ `code` [link](https://a.example/)'),
    '*bold* _italic_ ~gone~ `code` link (https://a.example/)',
  )
  assert.equal(written('# Title\n\n- one\n- two\n\n> said\n> so'), '*Title*\n\n• one\n• two\n\n> said\n> so')
  assert.equal(written('```ts\nconst a = 1\n```'), '```\nconst a = 1\n```')
})

test('a markup character inside marked text removes the markup, because there is no escape', () => {
  assert.equal(
    written(String.raw`**2 \* 3** and *snake\_case* and ~~a \~ b~~`),
    '2 * 3 and snake_case and a ~ b',
  )
  assert.equal(written('`` a`b ``'), 'a`b')
  assert.equal(written('````\n```\n````'), '```\n``\u200b`\n```')
})

test('of any text: no message is longer than the provider takes, or empty', () => {
  const block = fc.constantFrom(
    '```\n',
    '\n```\n',
    '**',
    '_',
    'word ',
    '\n\n',
    '- ',
    '👩‍👩‍👧‍👦',
    '> ',
    '`',
    '|',
    '[a](https://a.example)',
    'x'.repeat(900),
  )
  fc.assert(
    fc.property(fc.array(block, { maxLength: 200 }), (parts) => {
      for (const { text, plain } of write(parts.join(''))) {
        assert.ok(text.length <= MAX_TEXT_LENGTH && plain.length <= MAX_TEXT_LENGTH)
        assert.notEqual(plain.trim(), '')
      }
    }),
    { numRuns: 60 },
  )
})
