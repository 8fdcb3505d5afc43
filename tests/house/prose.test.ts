import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { GOALS } from '../../scripts/prose/limits.ts'
import { MARKERS, measure, type Counts } from '../../scripts/prose/markers.ts'
import { measureTree } from '../../scripts/prose/measure-tree.ts'
import { readComments } from '../../scripts/prose/read-comments.ts'
import { readDocs } from '../../scripts/prose/read-docs.ts'
import { readInterface } from '../../scripts/prose/read-interface.ts'
import { reportProse } from '../../scripts/prose/report.ts'
import { folderWith } from '../support/folder.ts'

const counted = (text: string): Partial<Counts> => {
  const { counts } = measure(text)
  return Object.fromEntries(MARKERS.filter((marker) => counts[marker] > 0).map((m) => [m, counts[m]]))
}

for (const [text, counts] of [
  ['Somebody whose chat it is', { person: 2 }],
  ['The process says so and is told', { speech: 2 }],
  ['The key lies where it came from', { motion: 2 }],
  ['Ask an administrator. Sign in again, or go back.', {}],
  ['the one that waits, and others', { pronoun: 2 }],
  ['the other, and one.', { pronoun: 2 }],
  ['one day on the other side of one Hub', {}],
  ['What is kept. That it is kept. Where it is kept.', { opening: 3 }],
  ['Keeps what is new.\n\nWho reads it', { opening: 1 }],
  ['Who can see this? Only you.', {}],
  ['Answers “somebody said so” with `whoever` and "others".', {}],
  ['The edge closes idle connections after 30 s.', {}],
] as const)
  test(`markers of “${text.replaceAll('\n', ' ')}” [house.prose]`, () =>
    assert.deepEqual(counted(text), counts))

test('words are counted without code and quotations [house.prose]', () => {
  assert.equal(measure('The server’s `one key` is “not here” at https://example.com/one now').words, 5)
})

test('comments are read without their marks, directives and code [house.prose]', () => {
  const source = [
    '/** Reads it.',
    ' *',
    ' *  @returns the rows */',
    "const a = 'no // comment' // first",
    '// second,',
    '// one text',
    '// oxlint-disable-next-line no-console',
    'f() /* third */',
  ].join('\n')
  assert.deepEqual(
    readComments('a.ts', source).map(({ text }) => text),
    ['Reads it.\n\n@returns the rows', 'first', 'second, one text', 'third'],
  )
})

test('interface texts are catalogues, command help, log events, errors and descriptions [house.prose]', () => {
  assert.deepEqual(
    readInterface('web/a/messages.ts', "x('chat.a', { a: 'Two words', b: `${n} more words` })"),
    ['Two words', '… more words'],
  )
  const code =
    "f('not read'); throw new StoreError(`no store ${a}`); z.string().describe('a folder'); refuse({ m: 'no access' })"
  assert.deepEqual(readInterface('src/a.ts', code), ['no store …', 'a folder', 'no access'])
  assert.deepEqual(readInterface('src/cli/a.ts', "f('is read', 'key')"), ['is read'])
})

test('pages are read without code and addresses [house.prose]', () => {
  assert.deepEqual(
    readDocs(
      '# A *title*\n\n```sh\nsay one\n```\n\n[A link](one.md) and `code`\nbelow\n\n|a b|\n|-|\n|cell|\n',
    ),
    ['A title', 'A link and `…` below', 'a b', 'cell'],
  )
})

test('a tree over a limit fails with its worst files, apart by kind [house.prose]', async (t) => {
  const root = await folderWith(t, {
    'src/a.ts': '/** What somebody said. */\nexport const a = 1',
    'src/a.test.ts': '/** What somebody said. */',
    'web/chat/app/languages/de/a-messages.ts': "export const a = { a: 'Whoever said so' }",
    'docs/b.md': 'The edge forwards requests.',
  })
  const { lines, problems } = reportProse(measureTree(root), {
    comments: GOALS,
    interface: GOALS,
    docs: GOALS,
  })
  assert.deepEqual(
    problems.map((problem) => problem.slice(0, problem.indexOf(' per'))),
    ['person', 'speech', 'opening'].map((marker) => `comments: 333.33 of marker “${marker}”`),
  )
  assert.ok(lines.includes('    src/a.ts: 3 beyond the goals, in 3 words'))
  const script = join(import.meta.dirname, '../../scripts/prose.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  assert.equal(status, 1)
  assert.equal(stderr.trim().split('\n').length, 3)
})
