import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutBlocks } from '../../web/ui/markdown/blocks.ts'
import { fileNameOf } from '../../web/ui/markdown/code-file.ts'
import { inItsDirection, showDirections } from '../../web/ui/markdown/directions.ts'
import { parseMarkdown, type Token } from '../../web/ui/markdown/parser.ts'
import { asCsv, asMarkdown, firstRows, rowCount } from '../../web/ui/markdown/table-text.ts'

const flat = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => [token, ...flat(token.children ?? [])])
const all = (text: string) => flat(parseMarkdown(text, {}))
const formulas = (text: string) =>
  all(text).flatMap(({ type, content }) => (type === 'maths' ? [content] : []))
const types = (text: string, name: RegExp) => all(text).filter(({ type }) => name.test(type))

test('formulas are found between each pair of signs, in lines and over several [web.maths]', () => {
  for (const [text, formula] of [
    ['a $x^2$ b', 'x^2'],
    ['the $n$th, $k$-th', 'n'],
    ['a \\(x\\,y\\) b', 'x\\,y'],
    ['a \\[x\\] b', 'x'],
    ['a $$x$$ b', 'x'],
    ['设$x$为实数', 'x'],
    ['$$\nx\n= y\n- z\n$$', 'x\n= y\n- z'],
    ['text\n\\[\na \\\\[2pt] b\n\\]\nmore', 'a \\\\[2pt] b'],
    ['- item\n  $$\n  x\n  $$\n', 'x'],
    ['> $$\n> x\n> $$\n', 'x'],
    ['$$\nstill gro', 'still gro'],
    ['$\\text{costs \\$5}$', '\\text{costs \\$5}'],
    ['**bold $x$**', 'x'],
    ['so \\[a + b = c\\] holds', 'a + b = c'],
    ['\\[ 5 \\]', '5'],
    ['\\(ABC\\), \\(p|q\\)', 'ABC'],
    ['```math\nx\n= y\n```', 'x\n= y'],
    ['> ~~~math\n> x\n> ~~~', 'x'],
    ['```math\nstill gro', 'still gro'],
    ['| a |\n|---|\n| $P(a|b)$ |', 'P(a|b)'],
    ['| a |\n|---|\n| \\(a|b\\) and $\\|x\\|$ |', 'a|b'],
  ] as const)
    assert.equal(formulas(text)[0], formula, text)
})

test('amounts, shell variables and code are no formulas [web.maths]', () => {
  for (const text of [
    '$5 and $10',
    '$5-$10',
    'US$5, A$6',
    '$20, you have 30$ left',
    '$HOME/$USER and $PATH',
    '`$x$` and `\\(x\\)`',
    '```\n$$\nx\n$$\n```',
    '    $$x$$',
    '\\$x\\$',
    '$ x $',
    '$$$$',
    '$$ a\n\nb $$',
    '\\\\(x\\\\)',
    '\\[1\\] Smith',
    'see \\[1, 3\\], \\[2-4\\], \\[2024-01-01\\]',
    '\\[1\\]',
    'array\\[0\\], list\\[i\\], at()\\[x\\]',
    '\\[see below\\] and \\[a-z\\] and \\[ \\]',
    '\\[x\\] done',
    '\\[text\\]\\(https://example.com/a\\)',
    '\\(see the last page\\)',
    '```maths\nx\n```',
    '| a | b |\n|---|---|\n| $5 | $6 |\n| $HOME | $PATH |',
  ])
    assert.deepEqual(formulas(text), [], text)
})

test('bars of formulas end no cell, and all other bars do [web.maths]', () => {
  const cells = (text: string) => types(text, /^t[dh]_open$/).length
  assert.equal(cells('| $a|b$ | $5 | \\(c|d\\) |\n|---|---|---|\n| $x|$y| z |'), 6)
  assert.equal(
    all('`$a|b$`\n\n```x|$y|z$\n$a|b$\n```')
      .map(({ content, info }) => content + info)
      .join(' ')
      .includes('\uFDD0'),
    false,
  )
})

test('words beside Chinese, Japanese and Korean signs are bold and struck through [web.marks]', () => {
  for (const [text, tag] of [
    ['**「重要」**です', 'strong'],
    ['请**注意：**这里', 'strong'],
    ['*（斜体）*字', 'em'],
    ['**마크다운(Markdown)**은', 'strong'],
    ['~~删除（旧）~~新', 's'],
  ] as const)
    assert.equal(types(text, /_open$/).filter((token) => token.tag === tag).length, 1, text)
})

test('a Markdown fence contains inner fences, and the text after it stays outside [web.marks]', () => {
  const fences = (text: string) => types(text, /^fence$/).map(({ content }) => content)
  for (const sign of ['```', '~~~'])
    assert.deepEqual(fences(`${sign}markdown\n# T\n${sign}js\na\n${sign}\nMore\n${sign}\n\nRest`), [
      `# T\n${sign}js\na\n${sign}\nMore\n`,
    ])
  assert.deepEqual(fences('````md\n```js\na\n````\nRest'), ['```js\na\n'])
  assert.deepEqual(fences('- ```md\n  ```js\n  a\n  ```\n  ```\n- b'), ['```js\na\n```\n'])
  assert.deepEqual(fences('- ```md\n  a\nb'), ['a\n'])
  assert.deepEqual(fences('```js\na\n```\nRest\n```md\nb\n```'), ['a\n', 'b\n'])
  assert.deepEqual(fences('```md\nstill gro'), ['still gro'])
})

test('an address that begins with www becomes a link, and other words do not [web.marks]', () => {
  const links = (text: string) => types(text, /^link_open$/).map((token) => token.attrGet('href'))
  assert.deepEqual(links('see www.example.com/a?b=c. And (WWW.x.org), **www.y.org**'), [
    'http://www.example.com/a?b=c',
    'http://WWW.x.org',
    'http://www.y.org',
  ])
  assert.deepEqual(links('www.nothing agent.md example.com wwww.a.b `www.a.b` awww.a.b'), [])
})

test('tags without attributes are elements when both halves are there [web.marks]', () => {
  const tags = (text: string) => types(text, /^tag_/).map(({ tag }) => tag)
  assert.deepEqual(tags('<kbd>K</kbd> H<sub>2</sub>O x<SUP>*2*</SUP> <mark>**m**</mark>').length, 8)
  assert.equal(types('a<br>b<br/>c', /break/).length, 2)
  assert.deepEqual(tags('<sub><sup>x</sub></sup>'), ['sup', 'sup'], 'never across one another')
  for (const text of [
    '<kbd>',
    '</kbd>',
    '**<sub>x**</sub>',
    '<kbd onclick=alert(1)>x</kbd>',
    '<kbd\nstyle=a>x</kbd >',
    '<script>x</script>',
    '<details>x</details>',
    '<a href="javascript:x">x</a>',
    '`<kbd>x</kbd>`',
  ])
    assert.deepEqual(tags(text), [], text)
})

test('tasks and alerts are recognised by their first characters [web.marks]', () => {
  const tasks = (text: string) => types(text, /^task$/).map(({ info }) => info)
  assert.deepEqual(tasks('- [x] a\n- [ ] b\n- [X] **c**\n- [y] d\n- e [x] f\n\n[x] g'), ['done', '', 'done'])
  const alerts = (text: string) => types(text, /^blockquote_open$/).map(({ info }) => info)
  assert.deepEqual(alerts('> [!NOTE]\n> a'), ['note'])
  assert.deepEqual(alerts('> [!caution]\n>\n> a'), ['caution'])
  assert.deepEqual(alerts('> [!HINT]\n> a'), [''])
  assert.deepEqual(alerts('> [!NOTE] a'), [''])
})

test('footnotes are marks and notes, also when the note comes blocks later [web.marks]', () => {
  const text =
    'Beans[^1] and peas[^no].\n\nMore.\n\n[^1]: They climb.\n    High.\n\n    And higher.\n[^B]: b\n'
  const { blocks, references } = cutBlocks(text)
  const first = flat(parseMarkdown(blocks[0]!, { ...references }))
  assert.deepEqual(
    first.filter(({ type }) => type === 'footnote_mark').map(({ content }) => content),
    ['1'],
  )
  assert.ok(first.some(({ content }) => content.includes('[^no]')))
  const notes = types(text, /^footnote_open$/)
  assert.deepEqual(
    notes.map(({ info }) => info),
    ['1', 'B'],
  )
  assert.equal(blocks.length, 4)
})

test('a file for code is called as its fence says, else by its language [web.code]', () => {
  for (const [info, name] of [
    ['ts', 'code.ts'],
    ['python', 'code.py'],
    ['Dockerfile', 'Dockerfile'],
    ['', 'code.txt'],
    ['../../etc', 'code.txt'],
    ['ts src/plan.ts', 'plan.ts'],
    ['ts title="plan.ts"', 'plan.ts'],
    ['python:app/main.py', 'main.py'],
    ['constructor', 'code.txt'],
  ] as const)
    assert.equal(fileNameOf(info), name, info)
})

const TABLE = parseMarkdown(
  '| Bed | Harvest |\n|:-:|--:|\n| a, "b" | -3.5 |\n| **=1+1** | `x` \\| y |\n| <br> | @me |\n',
  {},
).slice(1, -1)

test('a table is copied as CSV that no sheet runs, and as Markdown that reads the same [web.tables]', () => {
  assert.equal(asCsv(TABLE), 'Bed,Harvest\r\n"a, ""b""",-3.5\r\n\'=1+1,x | y\r\n"\n",\'@me\r\n')
  const again = parseMarkdown(asMarkdown(TABLE), {}).slice(1, -1)
  assert.equal(asCsv(again), asCsv(TABLE))
  assert.equal(asMarkdown(again), asMarkdown(TABLE))
})

test('the first rows of a table are a whole table [web.tables]', () => {
  const table = parseMarkdown(`| a |\n|---|\n${'| 1 |\n'.repeat(500)}`, {}).slice(1, -1)
  const first = firstRows(table, 100)
  assert.equal(rowCount(table), 500)
  assert.equal(rowCount(first), 100)
  assert.equal(
    first.reduce((depth, { nesting }) => depth + nesting, 0),
    0,
  )
})

test('nothing is read backwards, and code shows every sign that would turn it [web.hostile]', () => {
  assert.equal(inItsDirection('exe\u202Egnp.‮a'), 'exegnp.a')
  assert.equal(inItsDirection('\u2067עברית\u2069'), '\u2067עברית\u2069')
  assert.equal(showDirections('if (a\u202E\u2066) b'), 'if (a<U+202E><U+2066>) b')
})

const LENGTH = 100_000
const filled = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length))

test('no text takes much longer to read than a plain one of its length [web.hostile]', () => {
  const timeOf = (text: string) => {
    const begun = performance.now()
    cutBlocks(text)
    return performance.now() - begun
  }
  const plain = filled('some words of text\n\n')
  const bound = 250 + 20 * Math.max(timeOf(plain), timeOf(plain))
  const repeated =
    '$a |$$ |\\( |\\[ |\\[ x\n|$$ x\n|$$\\[$\\(|<sub>|</sup><sub>|[^a]: |[^a]: x\n|[^a|- [x] a\n|> [!NOTE]\n|*a **b |` `` |<|![a](|$1 aa bb |\u202E|x|[a]: |[|(|\\'
  const texts = [
    ...repeated.split('|').filter(Boolean).map(filled),
    `[^a]: x\n\n${filled('[^a]')}`,
    `${filled('\\[ x\n')}\n\nend`,
    `\`\`\`\n${filled('line of code\n')}`,
    `${'>'.repeat(10_000)}x`,
    `${'- '.repeat(10_000)}x`,
    `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(5000)}`,
    Array.from({ length: 5000 }, (_, n) => `[a${n}]: /u${n}`).join('\n'),
  ]
  for (const text of texts) {
    const took = timeOf(text)
    assert.ok(took < bound, `${JSON.stringify(text.slice(0, 20))} took ${took} of ${bound} ms`)
  }
})
