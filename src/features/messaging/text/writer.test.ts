import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { PLAIN, type Markup } from './markup.ts'
import { writer } from './writer.ts'

const SIGNS: Markup = {
  text: (plain) => plain.replaceAll(/[\\*_~`<>[\]]/g, String.raw`\$&`),
  bold: (written) => `*${written}*`,
  italic: (written) => `_${written}_`,
  strike: (written) => `~${written}~`,
  code: (plain) => `\`${plain}\``,
  codeBlock: (plain, language) => `<${language}\n${plain}\n>`,
  link: (written, address) => `[${written}](${address})`,
  quote: (written) => written.replaceAll(/^/gm, '> '),
  marksWithinWords: false,
}

const write = (markdown: string) => writer(SIGNS, 4_000)(markdown).map(({ text }) => text)

const written = (markdown: string) => write(markdown).join('\n=====\n')

test('paragraphs, headings, lists, quotes and rules keep their lines', () => {
  const markdown = [
    '# A *heading*',
    'One\ntwo',
    '- a\n- b\n  1. c\n  2. d\n\n     more of d\n- e',
    '7. seven\n8. eight',
    '> said\n> so\n>\n> twice',
    '***',
    'end',
  ].join('\n\n')
  assert.equal(
    written(markdown),
    [
      '*A _heading_*',
      'One\ntwo',
      '• a\n• b\n  1. c\n  2. d\n    more of d\n• e',
      '7. seven\n8. eight',
      '> said\n> so\n> \n> twice',
      '———',
      'end',
    ].join('\n\n'),
  )
})

test('code keeps its characters and lines, and its language', () => {
  assert.equal(
    written('a `x*y` b\n\n```ts\nif (a) {\n\n  b\n}\n```'),
    'a `x*y` b\n\n<ts\nif (a) {\n\n  b\n}\n>',
  )
  assert.equal(written('- ```\n  x\n  ```\n- y'), '• \n<\nx\n>\n• y')
})

test('rows of a table are lines of cells, the head of it bold', () => {
  assert.equal(written('| a | b |\n|---|---|\n| 1 | **2** |\n|  | 4 |'), '*a* | *b*\n1 | *2*\n | 4')
})

test('marks beside Chinese, Japanese and Korean punctuation are marks, and never written out', () => {
  for (const [markdown, bold] of [
    ['**注意：**这是重点', '*注意：*'],
    ['**「重要」**です', '*「重要」*'],
    ['**"인용"**은', '*"인용"*'],
    ['这是**重点。**请看', '*重点。*'],
    ['**甲。****乙。**丙', '*甲。乙。*丙'],
    ['__注意：__这', '*注意：*'],
    ['旧~~（删除）~~后', '~（删除）~'],
    ['~~旧价：~~新价', '~旧价：~'],
    ['*「強調」*です', '_「強調」_'],
  ] as const) {
    const [text] = writer({ ...SIGNS, marksWithinWords: true }, 4_000)(markdown)
    assert.ok(text!.text.includes(bold), `${markdown} ${text!.text}`)
    assert.ok(!/\*\*|~~/.test(text!.text + text!.plain + written(markdown)), markdown)
  }
  assert.equal(written('snake_case_name 2 * 3 * 4'), String.raw`snake\_case\_name 2 \* 3 \* 4`)
})

test('an escaped bracket is a bracket, and a bar in a formula ends no cell', () => {
  assert.equal(writer(PLAIN, 4_000)(String.raw`see \[1\] and array\[0\]`)[0]?.text, 'see [1] and array[0]')
  const rows = '| a | b |\n|---|---|\n| $x|y$ | `p|` |\n| $5 | $6 |'
  assert.match(writer(PLAIN, 4_000)(rows)[0]!.text, /\$x\|y\$ \| .*\n\$5 \| \$6$/)
  assert.equal(written('```\n| $x|y$ |\n```'), '<\n| $x|y$ |\n>')
})

test('links and pictures keep their addresses; a bare address stays bare', () => {
  assert.equal(
    written('[here](https://a.example/x) ![cat](https://a.example/cat.png) <https://a.example>'),
    String.raw`[here](https://a.example/x) [cat](https://a.example/cat.png) https://a.example`,
  )
  assert.equal(written('<ada@example.com>'), 'ada@example.com')
  assert.equal(written('[](https://a.example)'), 'https://a.example')
  const long = `https://a.example/${'x'.repeat(2_000)}`
  assert.equal(written(`[**all** of it](${long}).`), `*all* of it (${long}).`)
})

test('marks hold their text tightly, are nested, and are left out within words', () => {
  assert.equal(written('**a _b_** _c ~~d~~_'), '*a _b_* _c ~d~_')
  assert.equal(written('un**believ**able and **be**lieve'), 'unbelievable and believe')
  assert.equal(written('**bold**, then *it*'), '*bold*, then _it_')
  assert.equal(written('**`a` b**'), '*`a` b*')
  assert.equal(written('[ **x** ](https://a.example)'), ' [*x*](https://a.example) ')
})

test('characters that the provider reads as signs are escaped; HTML is text', () => {
  assert.equal(written(String.raw`\*a\* 2 * 3 <b>x</b>`), String.raw`\*a\* 2 \* 3 \<b\>x\</b\>`)
})

test('empty text is no message, and text that only Markdown shows is sent unchanged', () => {
  for (const nothing of ['', ' \n\n\t', '\u200b', '&nbsp;'])
    assert.deepEqual(write(nothing), nothing === '&nbsp;' ? ['&nbsp;'] : [])
  assert.deepEqual(write('[a]: https://a.example'), [String.raw`\[a\]: https://a.example`])
})

test('very deeply nested markup is sent unchanged', () => {
  const deep = `${'>'.repeat(500)} x`
  assert.deepEqual(writer(PLAIN, 4_000)(deep), [{ text: deep, plain: deep }])
})

test('a long text is cut between paragraphs, a long paragraph between lines, a long line between words', () => {
  const cut = (text: string) => writer(PLAIN, 20)(text).map(({ text }) => text)
  assert.deepEqual(cut('one two three\n\nfour five\n\nsix'), ['one two three', 'four five\n\nsix'])
  assert.deepEqual(cut('one two three\nfour five\nsix'), ['one two three', 'four five\nsix'])
  assert.deepEqual(cut('one two three four five six seven'), ['one two three four', 'five six seven'])
  assert.deepEqual(cut('x'.repeat(45)), ['x'.repeat(20), 'x'.repeat(20), 'x'.repeat(5)])
})

test('marks and fences that are cut are closed and opened again', () => {
  const bold = writer(SIGNS, 40)(`**${'word '.repeat(20).trim()}**`).map(({ text }) => text)
  assert.ok(bold.length > 2)
  for (const text of bold) assert.match(text, /^\*word.*word\*$/)
  const code = writer(SIGNS, 40)(`\`\`\`py\n${'print(1)\n'.repeat(12)}\`\`\``).map(({ text }) => text)
  assert.ok(code.length > 2)
  for (const text of code) assert.match(text, /^<py\n(print\(1\)\n)+>$/)
})

const FAMILY = '👩‍👩‍👧‍👦'

const word = fc.oneof(
  fc.stringMatching(/^[a-z]{1,12}$/),
  fc.constantFrom(FAMILY, '🇩🇪🇫🇷', 'é̂', 'क्षि', '한국어', 'x'.repeat(150), FAMILY.repeat(12)),
)
const words = fc.array(word, { minLength: 1, maxLength: 30 }).map((some) => some.join(' '))
const block = words.chain((text) =>
  fc.constantFrom(
    text,
    `**${text}**`,
    `- ${text}\n- *${text}*`,
    `3. ${text}\n   - ~~${text}~~`,
    `> ${text}\n> [${text}](https://a.example/)`,
    `\`\`\`\n${text.replaceAll(' ', '\n')}\n\`\`\``,
    `\`${text}\``,
    `## ${text}`,
    `| ${text} | ${text} |\n|---|---|\n| ${text} | **${text}** |`,
  ),
)
const markdown = fc.array(block, { minLength: 1, maxLength: 12 }).map((blocks) => blocks.join('\n\n'))

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const graphemesOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)
const seen = (text: string) => text.replaceAll(/\s/g, '')

test('of any text: messages are within the limit, nothing is lost, no grapheme is cut', () => {
  const quoteless: Markup = { ...PLAIN, quote: (written) => written }
  fc.assert(
    fc.property(markdown, fc.integer({ min: 120, max: 900 }), (text, limit) => {
      const whole = writer(quoteless, 1_000_000)(text).map(({ text }) => text)
      const messages = writer(quoteless, limit)(text).map(({ text }) => text)
      for (const message of messages) assert.ok(message.length <= limit)
      const bare = (some: readonly string[]) => seen(some.join(' ')).replaceAll('(https://a.example/)', '')
      assert.equal(bare(messages), bare(whole))
      assert.deepEqual(
        messages.flatMap((message) => graphemesOf(bare([message]))),
        graphemesOf(bare(whole)),
      )
      for (const message of writer(SIGNS, limit)(text)) {
        assert.ok(message.text.length <= limit && message.plain.length <= limit)
        assert.notEqual(message.text.trim(), '')
      }
    }),
    { numRuns: 50 },
  )
})

test('of any characters at all: no message is longer than the limit, empty or broken', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.integer({ min: 20, max: 90 }),
      (text, limit) => {
        const messages = writer(SIGNS, limit)(text)
        for (const { text, plain } of messages) {
          assert.ok(text.length <= limit && plain.length <= limit)
          assert.notEqual(plain.trim(), '')
          assert.ok(text.isWellFormed())
        }
      },
    ),
    { numRuns: 50 },
  )
})

test('a grapheme that is longer than a message is cut between its characters', () => {
  const tower = `a${'\u0301'.repeat(100)}`
  assert.deepEqual(
    writer(PLAIN, 30)(tower).map(({ text }) => text.length),
    [30, 30, 30, 11],
  )
})
