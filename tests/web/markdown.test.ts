import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutBlocks, NO_TEXT, type BlockedText } from '../../web/ui/markdown/blocks.ts'
import { isFileHere, isPictureData, isSafeLink } from '../../web/ui/markdown/links.ts'
import { parseMarkdown, type Token } from '../../web/ui/markdown/parser.ts'

const flat = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => [token, ...flat(token.children ?? [])])
const hrefs = (text: string) => flat(parseMarkdown(text, {})).flatMap((token) => token.attrGet('href') ?? [])

test('HTML in an answer stays text [web.markdown-html]', () => {
  const source = '<img src=x onerror=alert(1)>\n\na <b>c</b> <script>alert(1)</script>'
  const tokens = flat(parseMarkdown(source, {}))
  assert.deepEqual(
    tokens.filter(({ type }) => type.startsWith('html')),
    [],
  )
  assert.ok(tokens.some(({ content }) => content.includes('<script>')))
})

test('links to http, https, mailto and this site are links [web.markdown-links]', () => {
  const source =
    '[a](https://x.org) [b](http://x.org) [c](mailto:a@x.org) [d](/artifacts/1/a.csv?t=1) [e](notes.md) [f](#g)'
  assert.equal(hrefs(source).length, 6)
})

test('links that run something stay text, however they are spelled [web.markdown-links]', () => {
  const bad = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:x',
  ]
  for (const href of bad) {
    assert.ok(!isSafeLink(href), href)
    assert.deepEqual(hrefs(`[a](${href}) ![a](${href}) <${href}>`), [])
  }
  for (const href of ['java\nscript:alert(1)', '\u0001javascript:alert(1)', ' javascript:alert(1)']) {
    assert.ok(!isSafeLink(href), JSON.stringify(href))
  }
})

test('a picture is a file of this site and none of its other addresses [web.markdown-pictures]', () => {
  for (const src of ['//tracker.example/x.png', 'https://tracker.example/x', '/\\tracker.example/x']) {
    assert.ok(!isFileHere(src), src)
  }
  for (const src of [
    '/api/v1/auths/signout',
    '/oauth/clients/mcp:mail/authorize',
    '/artifacts/../api/v1/auths/signout',
    '/artifacts/a/%2e%2e/%2e%2e/api/v1/auths/signout',
    '/portal/artifacts/a/content/../../../api/x',
    'a.png',
  ])
    assert.ok(!isFileHere(src), src)
  for (const src of [
    '/artifacts/chat/a.png?t=x',
    '/b/garden/artifacts/chat/a.png',
    '/api/v1/files/7/content',
    '/portal/artifacts/7/content?version=2',
  ])
    assert.ok(isFileHere(src), src)
})

test('a picture may be held by its address, and nothing else may [web.markdown-links]', () => {
  for (const src of ['data:image/png;base64,AA==', 'data:image/svg+xml,<svg/>'])
    assert.ok(isPictureData(src), src)
  for (const src of [
    'data:text/html,x',
    'data:image/png+html,x',
    'x-data:image/png,x',
    'javascript:image/png,',
  ])
    assert.ok(!isPictureData(src), src)
})

test('a bare file name is not made a link', () => {
  assert.deepEqual(hrefs('Open agent.md or see https://example.org/a'), ['https://example.org/a'])
})

test('the blocks of a text are the text [web.markdown-blocks]', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      assert.equal(cutBlocks(text).blocks.join(''), text)
    }),
    { numRuns: 1000 },
  )
})

test('a text cut while it grows, piece by piece, is cut like the whole [web.markdown-blocks]', () => {
  fc.assert(
    fc.property(markdown, fc.integer({ min: 1, max: 9 }), (text, step) => {
      let growing: BlockedText = NO_TEXT
      for (let end = step; end < text.length + step; end += step)
        growing = cutBlocks(text.slice(0, end), growing)
      const whole = cutBlocks(text)
      assert.deepEqual(growing.blocks, whole.blocks)
      assert.deepEqual(growing.references, whole.references)
    }),
    { numRuns: 3000, examples: [['\\[$$\n# \n[^a]: ', 1]] },
  )
})

test('a text with a change before its end is split again [web.markdown-blocks]', () => {
  const before = cutBlocks('# A\n\none\n')
  assert.deepEqual(cutBlocks('# B\n\none\n\ntwo', before).blocks, cutBlocks('# B\n\none\n\ntwo').blocks)
})

test('a link defined at the end of an answer is found in its first block [web.markdown-blocks]', () => {
  const { blocks, references } = cutBlocks('See [the plan].\n\n[the plan]: https://example.org/plan\n')
  const tokens = flat(parseMarkdown(blocks[0]!, { ...references }))
  assert.ok(tokens.some((token) => token.attrGet('href') === 'https://example.org/plan'))
})

const pieces = [
  'word',
  ' ',
  '  ',
  '    ',
  '\n',
  '\n\n',
  '- ',
  '* ',
  '1. ',
  '2) ',
  '# ',
  '> ',
  '```',
  '```ts\n',
  '~~~',
  '---',
  '===',
  '|a|b|\n',
  '|-|-|\n',
  '|',
  '**',
  '`',
  '[a]',
  '[a]: /u',
  ' "t',
  '"',
  '<b>',
  '\\',
  '\t',
  ':',
  '-',
  '=',
  '+ ',
  '$',
  '$$',
  '$$\n',
  '\\[',
  '\\]\n',
  '\\(x\\)',
  '[^a]',
  '[^a]: ',
  '<sub>',
  '</sub>',
  '[x] ',
  '[!note]\n',
]
const markdown = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''))
