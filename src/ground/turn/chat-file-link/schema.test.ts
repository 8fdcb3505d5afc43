import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { chatFilePath, findChatFileLinks, replaceChatFileLinks } from './schema.ts'

const SIGNED = `?t=${'A'.repeat(43)}&e=1800000000`

test('the link of every file is found again in text, Markdown and HTML, with the name that the file has [bridge.artifact-links]', () => {
  const markdown = new MarkdownIt()
  const unit = fc.oneof(
    fc.constantFrom(...'()\'"*!_~[]{}<>%#?&=+$`\\|^;:,. '.split('')),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  const name = fc
    .string({ unit, minLength: 1, maxLength: 20 })
    .filter((text) => text.isWellFormed() && !text.includes('/'))
  fc.assert(
    fc.property(
      name,
      fc.constantFrom('', '/b/garten%C3%A4'),
      fc.constantFrom('', 'https://hub.example'),
      (filename, hubPath, origin) => {
        const path = chatFilePath(hubPath, 'c1~0a1b2c3d', filename)
        const link = origin + path + SIGNED
        const found = { origin, path, chatId: 'c1~0a1b2c3d', filename }
        for (const text of [
          link,
          `See [it](${link}).`,
          `**${link}**`,
          `<a href='${link}'>`,
          `<${link}>`,
          `"${link}",`,
          `(${link})`,
        ])
          assert.deepEqual(
            findChatFileLinks(text).map(({ text: _text, index: _index, ...rest }) => rest),
            [found],
            text,
          )
        const [, inline] = markdown.parse(`[it](${link})`, {})
        const href = inline!
          .children!.find(({ type }) => type === 'link_open')!
          .attrGet('href')!
          .toString()
        assert.equal(findChatFileLinks(href)[0]!.filename, filename)
      },
    ),
    { numRuns: 500 },
  )
})

test('a signature is removed from shared text however its parameter is escaped', () => {
  const signature = 'A'.repeat(43)
  const path = chatFilePath('', 'c1', 'a.txt')
  for (const query of [
    '?t=',
    '?%74=',
    '?e=1&%74=',
    '?&#116;=',
    '&quest;t=',
    '?t&equals;',
    '?t&#61;',
    '?t%3D',
    '\\u003ft\\u003d',
  ]) {
    const shown = replaceChatFileLinks(`see ${path}${query}${signature} and more`, () => 'shared')
    assert.ok(!shown.includes(signature), query)
    assert.match(shown, /^see .* and more$/)
  }
  const other = `code_challenge=${signature} at https://id.example/authorize?x=${signature}`
  assert.equal(
    replaceChatFileLinks(other, () => 'shared'),
    other,
  )
})
