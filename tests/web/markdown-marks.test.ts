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
  ])
    assert.deepEqual(formulas(text), [], text)
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

test('tasks and alerts are told by their first signs [web.marks]', () => {
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
