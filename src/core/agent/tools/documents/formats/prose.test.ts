import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { markdownOf } from './markdown.ts'
import { escapeProse, settleMarks } from './prose.ts'

const escaped = (text: string) => settleMarks(escapeProse(text))

test('prose keeps Markdown characters that are no markup', () => {
  for (const text of [
    'snake_case_name',
    '1. Introduction',
    'in 2024. Then',
    'see [1] and [a b]',
    '[ ] to do',
    'a - b, 3 * 4, -5, #tag, ~5',
    String.raw`C:\dir\file`,
    'a < b && c > d',
    'R&D',
    'Hello! (really)',
  ])
    assert.equal(escaped(text), text)
})

test('prose that markdown would take for markup is escaped', () => {
  for (const [text, expected] of [
    ['*a* __b__', String.raw`\*a\* \_\_b\_\_`],
    ['- a', String.raw`\- a`],
    ['# a', String.raw`\# a`],
    ['> a', String.raw`\> a`],
    ['---', String.raw`\---`],
    ['[a](b)', String.raw`[a\](b)`],
    ['![a](b)', String.raw`![a\](b)`],
    ['[a]: b', String.raw`[a\]: b`],
    ['`a`', '\\`a\\`'],
    ['<b> &amp;', String.raw`\<b> \&amp;`],
    ['~~a~~', String.raw`\~\~a\~\~`],
  ])
    assert.equal(escaped(text!), expected)
})

test('a reader of markdown sees the prose as it was', () => {
  const reader = new MarkdownIt({ html: true })
  const word = fc.constantFrom(
    ...'a b1 2. _ __ * ** [ ] ( ) ! < > & amp; # - + = ~~ ` \\ : | x.y é <i> &lt;'.split(' '),
    ' ',
  )
  const prose = fc.array(word, { maxLength: 12 }).map((words) => words.join('').trim())
  fc.assert(
    fc.property(
      prose.filter((text) => !/^(?:\d+[.)](?:\s|$)|$)/.test(text)),
      (text) => {
        const [, seen] = /^<p>([^]*)<\/p>\n$/.exec(reader.render(escaped(text))) ?? []
        assert.equal(unescapeHtml(seen ?? 'no paragraph'), text)
      },
    ),
  )
})

const unescapeHtml = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

test('pieces of prose do not become markup together', () => {
  assert.equal(markdownOf('<p>[a]<span>(b)</span></p>'), String.raw`[a\](b)`)
  assert.equal(markdownOf('<p>See!<a href="/x_y">z</a></p>'), String.raw`See\![z](/x_y)`)
  assert.equal(markdownOf('<p><b>a</b> - b</p>'), '**a** - b')
  assert.equal(markdownOf('<ul><li># a</li></ul>'), String.raw`- \# a`)
})

test('powers, formulas and tables keep their meaning', () => {
  assert.equal(markdownOf('<p>10<sup>6</sup>, 1<sup>st</sup></p>'), '10^6, 1st')
  assert.equal(
    markdownOf('<math><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math>'),
    '$x^2$',
  )
  assert.equal(
    markdownOf('<p>a <math><msup><mi>x</mi><mn>2</mn></msup><mo>&lt;</mo><mi>y</mi></math></p>'),
    'a $x^2<y$',
  )
  assert.equal(
    markdownOf(
      '<table><tr><td>a<br>b|c|d</td><td><table><tr><td>1</td><td>2</td></tr></table></td></tr></table>',
    ),
    String.raw`| a<br>b\|c\|d | 1, 2 |` + '\n| --- | --- |',
  )
})
