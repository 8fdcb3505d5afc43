import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt, { type Token } from 'markdown-it'
import { MAX_POST_LENGTH, MARKUP, writeMattermost } from './write.ts'

const judge = new MarkdownIt({ html: false, linkify: false, breaks: true })

const tokensOf = (text: string): readonly Token[] =>
  judge.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])])

const only = (markdown: string): string => {
  const [message, ...more] = writeMattermost(markdown)
  assert.deepEqual(more, [])
  return message!.text
}

const tricky = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '*',
        '_',
        '~~',
        '`',
        '[',
        ']',
        '(',
        ')',
        '!',
        '|',
        '\\',
        '#',
        '> ',
        '- ',
        '1. ',
        '&amp;',
        '<',
        '@',
      ),
      fc.constantFrom(' ', '\n', 'word', 'https://a.example/x_y', '![x](https://evil.example/p)', '👩‍👩‍👧', 'é'),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))

test('marks are written as Mattermost reads them', () => {
  assert.equal(only('**bold** *slanted* ~~gone~~ `a*b`'), '**bold** _slanted_ ~~gone~~ `a*b`')
  assert.equal(only('[here](https://a.example/x_(1))'), '[here](https://a.example/x%5F%281%29)')
  assert.equal(only('> said'), '> said')
  assert.equal(only('```ts\na`b\n```'), '```ts\na`b\n```')
  assert.equal(only('see https://a.example/x_y_z'), 'see https://a.example/x_y_z')
})

test('a code block that holds fences stays one block', () => {
  const [, block] = /^(`+)/.exec(only('````\n```\nx\n```\n````')) ?? []
  assert.equal(block, '````')
})

test('a picture becomes a link, however it is written', () => {
  assert.equal(only('![chart](https://a.example/p.png)'), '[chart](https://a.example/p.png)')
  assert.equal(only(String.raw`\![x](https://a.example)`), String.raw`\![x](https://a.example)`)
  fc.assert(
    fc.property(tricky, (markdown) => {
      for (const { text } of writeMattermost(markdown))
        assert.ok(
          tokensOf(text).every(({ type }) => type !== 'image'),
          text,
        )
    }),
  )
})

test('plain text says the same after it was read as Markdown', () => {
  const line = fc
    .oneof(tricky, fc.string())
    .map((text) => text.replaceAll(/[\s\p{Cc}\u2028\u2029\u0085]+/gu, ' ').trim())
  fc.assert(
    fc.property(line, (plain) => {
      fc.pre(plain !== '' && !/^[=]+$/.test(plain) && !/[<>]/.test(plain))
      const inline = tokensOf(MARKUP.text(plain)).filter(({ children }) => children)
      const text = inline.map(({ children }) => children!.map(({ content }) => content).join('')).join('\n')
      assert.equal(text.replaceAll('\u2060', ''), plain.replaceAll('\u2060', ''))
    }),
  )
})

test('@all, @channel and @here notify no one, and names of people still do', () => {
  for (const name of ['@all', '@channel', '@here', '@ALL.', '@**all**', '@`x`'])
    assert.doesNotMatch(only(name), /@(?:all|channel|here|\*)/i, name)
  assert.equal(only('@allison and a@b.example'), '@allison and a@b.example')
})

test('messages stay below the limit and lose nothing', () => {
  const long = fc
    .array(tricky, { minLength: 1, maxLength: 8 })
    .chain((parts) =>
      fc.integer({ min: 1, max: 400 }).map((times) => Array(times).fill(parts.join(' ')).join('\n')),
    )
  fc.assert(
    fc.property(long, (markdown) => {
      const messages = writeMattermost(markdown)
      for (const { text, plain } of messages)
        assert.ok(text.length <= MAX_POST_LENGTH && plain.length <= MAX_POST_LENGTH && text.trim() !== '')
      const letters = (text: string) => text.match(/word/g)?.length ?? 0
      assert.equal(letters(messages.map(({ plain }) => plain).join('')), letters(markdown))
    }),
    { numRuns: 5 },
  )
})
