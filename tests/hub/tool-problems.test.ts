import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeProblem, type HubProblem } from '#ground/hub/hub.ts'
import { openHub } from '#ground/hub/open.ts'
import { folderWith } from '../support/folder.ts'

const BROKEN: Record<string, { files: Record<string, string>; problem: RegExp }> = {
  'a syntax error in TypeScript': {
    files: { 'a.ts': 'export const a = {\n  b: 1,,\n}' },
    problem: /^tools\/a\.ts:2:8: Unexpected token `,`/,
  },
  'a syntax error in JavaScript': {
    files: { 'a.js': 'export const a = {\n  b: 1,,\n}' },
    problem: /^tools\/a\.js:2:8: Unexpected token ','$/,
  },
  'syntax that cannot be stripped': {
    files: { 'a.ts': 'export const a = 1\nenum Plant { Rose }' },
    problem: /^tools\/a\.ts:2:1: TypeScript enum is not supported/,
  },
  'a name that is declared twice': {
    files: { 'a.ts': 'const a: number = 1\n  const a: number = 2\nexport {}' },
    problem: /^tools\/a\.ts:2:9: Identifier 'a' has already been declared$/,
  },
  'an error in a function that runs at import': {
    files: { 'a.ts': 'function dig(): void {\n  throw new TypeError("too deep")\n}\ndig()' },
    problem: /^tools\/a\.ts:2:9: too deep$/,
  },
  'an error outside that is called from the tool': {
    files: { 'a.ts': 'export const a =\n  JSON.parse("{")' },
    problem: /^tools\/a\.ts:2:8: Expected property name/,
  },
  'an error in a module that the tool imports': {
    files: { 'a.ts': "import './lib/b.ts'", 'lib/b.ts': '\n\nthrow new Error("b is broken")' },
    problem: /^tools\/lib\/b\.ts:3:7: b is broken$/,
  },
  'a syntax error in a JavaScript module that the tool imports': {
    files: { 'a.ts': "import './lib/b.js'", 'lib/b.js': 'export const = 1' },
    problem: /^tools\/lib\/b\.js:1:14: Unexpected token '='$/,
  },
  'a module that is missing': {
    files: { 'a.ts': "\nimport { b } from './b.ts'\nexport const a = b" },
    problem: /^tools\/a\.ts:2:20: cannot find \.\/b\.ts$/,
  },
  'a package that is missing': {
    files: { 'a.ts': 'import pad from "left-pad"\nexport const a = pad' },
    problem: /^tools\/a\.ts:1:18: cannot find left-pad$/,
  },
  'an export that is missing': {
    files: { 'a.ts': "import { c } from './lib/b.ts'\nexport const a = c", 'lib/b.ts': 'export const b = 1' },
    problem: /^tools\/a\.ts:1:10: .* does not provide an export named 'c'$/,
  },
  'something thrown that is no error': {
    files: { 'a.ts': 'throw "a word"' },
    problem: /^tools\/a\.ts: a word$/,
  },
}

for (const [title, { files, problem }] of Object.entries(BROKEN))
  test(`${title} is reported with its position and stops no other tool [hub.bad-tool]`, async (t) => {
    const root = await folderWith(t, {
      'agent.md': '',
      'tools/good.ts': 'export const good = true',
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`tools/${path}`, text])),
    })
    const logged: HubProblem[] = []
    await using hub = await openHub(root, { watch: false, log: (one) => logged.push(one) })
    assert.equal(hub.problems().length, 1)
    assert.match(describeProblem(hub.problems()[0]!), problem)
    assert.deepEqual(logged, hub.problems())
    assert.deepEqual(
      hub.toolModules().map(({ file }) => file),
      ['tools/good.ts'],
    )
  })

test('a broken module that two tools import is one problem [hub.bad-tool]', async (t) => {
  const root = await folderWith(t, {
    'agent.md': '',
    'tools/a.ts': "import '../common/c.ts'",
    'tools/b.ts': "import '../common/c.ts'",
    'common/c.ts': 'throw new Error("broken")',
  })
  await using hub = await openHub(root, { watch: false })
  assert.deepEqual(hub.problems(), [{ file: 'common/c.ts', line: 1, column: 7, message: 'broken' }])
  assert.deepEqual(hub.toolModules(), [])
})
