import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openChatb } from '#features/messaging/channels/chatb/open.ts'
import { systemClock } from '#ground/base/clock.ts'
import { parseMarkdownV2, type ParsedEntity } from './providers/chatb-markdown.ts'

const { write } = openChatb({ token: '1:x', base: 'http://127.0.0.1:1' }, systemClock)

const shown = (markdown: string): { text: string; entities: ParsedEntity[] }[] =>
  write(markdown).map(({ text }) => {
    const parsed = parseMarkdownV2(text)
    assert.ok(!('error' in parsed), `${JSON.stringify(text)}: ${JSON.stringify(parsed)}`)
    return parsed
  })

const reported = (markdown: string): string =>
  shown(markdown)
    .map(({ text, entities }) =>
      [
        text,
        ...entities.map(({ type, offset, length, url, language }) =>
          [type, text.slice(offset, offset + length), url ?? language]
            .filter((part) => part !== undefined)
            .join(' '),
        ),
      ].join(' / '),
    )
    .join(' // ')

const WRITTEN: readonly [markdown: string, shown: string][] = [
  ['1 + 1 = 2. (a_b) #x!', '1 + 1 = 2. (a_b) #x!'],
  ['**bold** *italic* ~~gone~~', 'bold italic gone / bold bold / italic italic / strikethrough gone'],
  ['***both***', 'both / italic both / bold both'],
  ['*a***b**', 'ab / italic a / bold b'],
  ['*a*_b_ and **x *y* z**', 'ab and x y z / italic ab / bold x y z / italic y'],
  ['`a\\b` and ``c`d``', 'a\\b and c`d / code a\\b / code c`d'],
  ['[a *b*](https://x.example/(y)?q=1\\))', 'a b / text_link a b https://x.example/(y)?q=1) / italic b'],
  ['```ts\nconst a = `\\`\n```', 'const a = `\\`\n / pre const a = `\\`\n ts'],
  ['> said\n> *so*', 'said\nso / blockquote said\nso / italic so'],
  ['# Title\n\n- a\n- b', 'Title\n\n• a\n• b / bold Title'],
]

for (const [markdown, expected] of WRITTEN)
  test(`it is shown as intended: ${JSON.stringify(markdown)}`, () =>
    assert.equal(reported(markdown), expected))

const PIECES = [
  '*',
  '**',
  '_',
  '__',
  '~~',
  '`',
  '```',
  '```ts\n',
  '[a](https://b.example/)',
  '](',
  ')',
  '>',
  '> ',
  '\n',
  '\n\n',
  '- ',
  '# ',
  '|',
  '||',
  '\\',
  '!',
  '[',
  ' ',
  'word',
  'ÄÖ',
  '👩‍👩‍👧',
  '.',
  '<b>',
  '&amp;',
  '{}',
  '=',
  '1. ',
]

const markdownText = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 5 })), {
    maxLength: 60,
  })
  .map((pieces) => pieces.join(''))

test('chat-b accepts the markup of any answer, within its limits', () => {
  fc.assert(
    fc.property(markdownText, fc.integer({ min: 1, max: 200 }), (text, times) => {
      const markdown = text.repeat(Math.min(times, Math.ceil(9000 / (text.length + 1))))
      for (const message of shown(markdown)) {
        assert.ok(message.text.length <= 4096)
        assert.notEqual(message.text.trim(), '')
      }
      for (const { plain } of write(markdown)) assert.ok(plain.length <= 4096)
    }),
    { numRuns: 300 },
  )
})

test('a long answer comes in several messages, whole, and none of its characters is cut', () => {
  const family = '👩‍👩‍👧'
  const messages = shown(family.repeat(2000))
  assert.ok(messages.length > 1)
  for (const { text } of messages) assert.equal(text.length % family.length, 0)
  assert.equal(messages.map(({ text }) => text).join(''), family.repeat(2000))
})
