import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { Markdown } = await import('./markdown.tsx')
const { typeset } = await import('./typeset.ts')

test('formulas become MathML, and an invalid one shows its source [web.maths]', async () => {
  const { container, findAllByText } = show(
    <Markdown
      text={'Area $\\frac{a}{b}$\n\n$$\\begin{aligned}a&=b\\\\c&=d\\end{aligned}$$\n\n$\\nosuch{x}$'}
    />,
  )
  await findAllByText('a')
  assert.equal(container.querySelectorAll('math mfrac').length, 1)
  assert.equal(container.querySelectorAll('math[display=block] mtable mtr').length, 2)
  assert.equal(container.querySelector('.maths-bad')?.textContent, '$\\nosuch{x}$')
})

test('a formula that is still written shows its source, also one that has a formula in it [web.maths]', () => {
  const { container } = show(<Markdown growing text={'$$\n\\frac{a}{b'} />)
  assert.equal(container.querySelector('math'), null)
  assert.match(container.textContent, /\\frac\{a\}\{b$/)
})

test('no formula leads anywhere, brings styles or grows without end [web.hostile]', () => {
  const bombs = [
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://far.example}',
    '\\includegraphics{https://far.example/x.png}',
    '\\htmlStyle{background:url(https://far.example)}{x}',
    '\\def\\a{\\a\\a}\\a',
    '\\newcommand{\\a}[1]{#1#1}\\a{\\a{\\a{x}}}',
    '{'.repeat(3000),
    '\\frac{'.repeat(600) + '1' + '}{2}'.repeat(600),
    '\\sqrt'.repeat(900) + 'x',
    'x^'.repeat(1500) + 'x',
    'x'.repeat(100_000),
    '\\begin{matrix}' + '&'.repeat(3900) + '\\end{matrix}',
    '\\left('.repeat(600),
  ]
  const begun = performance.now()
  for (const bomb of bombs) {
    const { container, unmount } = show(<>{typeset(bomb, true)}</>)
    assert.equal(container.querySelectorAll('a, img, script, [href], [src]').length, 0, bomb.slice(0, 30))
    assert.ok(!container.innerHTML.includes('url('), bomb.slice(0, 30))
    unmount()
  }
  assert.ok(performance.now() - begun < 10_000)
})

test('long code is folded from the start, and copied and shown whole when asked [web.code]', async () => {
  const code = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n')
  const { container, getByRole, user } = show(<Markdown growing text={`\`\`\`text\n${code}\n\`\`\`\n`} />)
  const lines = () => container.querySelector('pre')!.textContent.trim().split('\n').length
  assert.equal(lines(), 30)
  await user.click(getByRole('button', { name: 'Show all 40 lines' }))
  assert.equal(lines(), 40)
  await user.click(getByRole('button', { name: 'Show less' }))
  assert.equal(lines(), 30)
  await user.click(getByRole('button', { name: 'Wrap lines' }))
  assert.ok(container.querySelector('pre.wraps'))
})

test('a diff shows removed and added lines [web.code]', () => {
  const { container } = show(<Markdown text={'```diff\n--- a\n+++ b\n-old\n+new\n same\n```\n'} />)
  const texts = (name: string) =>
    [...container.querySelectorAll(name)].map(({ textContent }) => textContent.trim())
  assert.deepEqual(texts('.diff-added'), ['+new'])
  assert.deepEqual(texts('.diff-removed'), ['-old'])
  assert.deepEqual(texts('.diff-place'), ['--- a', '+++ b'])
})

test('a long table begins with its first rows and is shown whole when asked [web.tables]', async () => {
  const text = `| n |\n|--:|\n${Array.from({ length: 5000 }, (_, n) => `| ${n} |\n`).join('')}`
  const { container, getByRole, user } = show(<Markdown text={text} />)
  assert.equal(container.querySelectorAll('tbody tr').length, 100)
  await user.click(getByRole('button', { name: 'Show all 5,000 rows' }))
  assert.equal(container.querySelectorAll('tbody tr').length, 5000)
  assert.ok(container.querySelector('td.text-end'))
})

test('footnote marks and notes link to each other, separately in each answer [web.marks]', async () => {
  const text = 'Beans[^1].\n\n[^1]: They climb.\n'
  const { getAllByRole, user } = show(
    <>
      <Markdown text={text} />
      <Markdown text={text} />
    </>,
  )
  const mark = getAllByRole('button', { name: 'Footnote 1' }).at(-1)!
  await user.click(mark)
  const note = getAllByRole('complementary').at(-1)
  assert.equal(document.activeElement, note)
  await user.click(getAllByRole('button', { name: 'Back to footnote mark 1' }).at(-1)!)
  assert.equal(document.activeElement, mark)
})

test('tasks and alerts have a text label [web.marks]', () => {
  const { getByRole, getByText } = show(<Markdown text={'- [x] Sow\n- [ ] Water\n\n> [!TIP]\n> Mulch.\n'} />)
  getByRole('img', { name: 'Done' })
  getByRole('img', { name: 'Not done' })
  getByText('Tip')
})

test('a piece of a long growing answer changes only its last blocks [web.long-answer]', async () => {
  const paragraphs = (count: number) =>
    Array.from({ length: count }, (_, n) => `Paragraph ${n} of [a list][l]\n\n`).join('')
  const start = `[l]: https://example.org\n\n${paragraphs(300)}`
  const { container, rerender } = show(<Markdown growing text={start} />)
  const changed = new Set<Node>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) changed.add(target)
  })
  observer.observe(container, { childList: true, characterData: true, attributes: true, subtree: true })
  rerender(<Markdown growing text={`${start}And one more word`} />)
  rerender(<Markdown growing text={`${start}And one more word, and the next`} />)
  await Promise.resolve()
  const stretches = [...container.querySelectorAll('.stretch')]
  assert.ok(stretches.length >= 10)
  assert.ok(changed.size > 0)
  assert.ok(![...changed].some((node) => stretches.some((stretch) => stretch.contains(node))))
  assert.equal(container.textContent.match(/Paragraph/g)?.length, 300)
})
