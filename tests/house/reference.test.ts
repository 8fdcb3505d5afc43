import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { z } from 'zod'
import { flag, listVariable, port, secret, wholeVariable } from '#ground/base/environment.ts'
import { configurationPage } from '../../scripts/reference/configuration.ts'
import { documentProblems } from '../../scripts/reference/documents.ts'
import { readRules, readTestTitles } from '../../scripts/reference/read-tests.ts'
import {
  traceabilityPage,
  traceabilityProblems,
  traceabilitySummary,
} from '../../scripts/reference/traceability.ts'
import { folderWith } from '../support/folder.ts'

const titled = (sentence: string, id: string) => `test('${sentence} [${id}]', () => {})`

async function trace(t: TestContext, files: Readonly<Record<string, string>>) {
  const root = await folderWith(t, files)
  const [rules, titles] = [readRules(root), readTestTitles(root)]
  return {
    page: traceabilityPage(rules, titles),
    problems: traceabilityProblems(rules, titles),
    summary: traceabilitySummary(rules, titles),
  }
}

test('a rule is shown with the files of the tests that name it [house.traceability]', async (t) => {
  const { page, problems } = await trace(t, {
    'tests/edge/rules.yaml':
      'edge.dots: Dot segments are refused.\nedge.headers: Identity headers are removed.\n',
    'tests/edge/dots.test.ts': [titled('two dots', 'edge.dots'), titled('encoded dots', 'edge.dots')].join(
      '\n',
    ),
    'src/surfaces/edge/headers.test.ts':
      "for (const n of ['a']) test(`header ${n} is removed [edge.headers]`, () => {})",
  })
  assert.deepEqual(problems, [])
  assert.match(page, /\| Dot segments are refused\. \| `edge\.dots` \| \[edge\/dots\.test\.ts\]\(\S+\) \|/)
  assert.match(
    page,
    /`edge\.headers` \| \[surfaces\/edge\/headers\.test\.ts\]\(src\/surfaces\/edge\/headers\.test\.ts\)/,
  )
})

test('one title may name several rules [house.traceability]', async (t) => {
  const { problems } = await trace(t, {
    'tests/edge/rules.yaml': 'edge.one: One.\nedge.two: Two.\n',
    'tests/edge/both.test.ts': titled('both', 'edge.one, edge.two'),
  })
  assert.deepEqual(problems, [])
})

test('a rule without a test and a test with an unknown rule are problems [house.traceability]', async (t) => {
  const { problems, summary } = await trace(t, {
    'tests/edge/rules.yaml': 'edge.dots: Dot segments are refused.\n',
    'tests/edge/dots.test.ts': titled('slashes', 'edge.slashes'),
  })
  assert.deepEqual(problems, [
    'edge.dots: no test names this rule',
    'tests/edge/dots.test.ts: names the unknown rule edge.slashes',
  ])
  assert.equal(summary, 'traceability: 0 of 1 rules have a test')
})

test('a rule file that is no list of sentences is refused by name [house.traceability]', async (t) => {
  const root = await folderWith(t, { 'tests/edge/rules.yaml': 'edge.dots: [1, 2]\n' })
  assert.throws(() => readRules(root), /tests\/edge\/rules\.yaml/)
})

const EXAMPLE = {
  Edge: z.object({
    PORT: port(3080).describe('Edge port'),
    SVC_FLAG: flag(true).describe('A yes or no'),
    SVC_OFF: flag(false).describe('Usually off'),
    SVC_WORDS: z.enum(['one', 'two']).default('two').describe('A choice'),
    SVC_LIST: listVariable().default(['a', 'b']).describe('Some items'),
    SVC_KEY: secret(z.string().default('hunter2').describe('A key')),
    SVC_COUNT: wholeVariable({ min: 3 }).optional().describe('How many'),
    SVC_LATER: z.string().optional().describe('Nobody reads it'),
  }),
}
const RESERVED = new Set(['SVC_LATER'])

test('each variable has an item with its values, default and meaning [house.configuration]', () => {
  const page = configurationPage(EXAMPLE, RESERVED)
  for (const item of [
    '- `PORT` (integer 0–65535, default `3080`): Edge port',
    '- `SVC_FLAG` (flag, default `true`): A yes or no',
    '- `SVC_OFF` (flag): Usually off',
    '- `SVC_WORDS` (`one`, `two`, default `two`): A choice',
    '- `SVC_LIST` (list, default `a,b`): Some items',
    '- `SVC_COUNT` (integer from 3): How many',
  ])
    assert.ok(page.includes(item), `${item}\nis missing in\n${page}`)
})

test('a secret is marked, and its default is not printed [house.configuration]', () => {
  const page = configurationPage(EXAMPLE, RESERVED)
  assert.ok(page.includes('- `SVC_KEY` 🔒: A key'))
  assert.doesNotMatch(page, /hunter2/)
})

test('a variable that no part reads is listed as reserved [house.configuration]', () => {
  const [used, reserved] = configurationPage(EXAMPLE, RESERVED).split('## Reserved')
  assert.doesNotMatch(used!, /SVC_LATER/)
  assert.match(reserved!, /SVC_LATER/)
})

test('a link that leads nowhere is named with its page [house.documents]', async (t) => {
  const root = await folderWith(t, {
    'README.md':
      '[here](docs/a.md) [there](docs/b.md) [part](docs/a.md#second-part) [gone](docs/a.md#third-part)',
    'docs/a.md': '# First\n\n## Second part\n\n[outside](https://example.com/x) [home](../README.md)\n',
  })
  assert.deepEqual(documentProblems(root), [
    'README.md: the link docs/b.md leads nowhere',
    'README.md: docs/a.md#third-part names no heading of that page',
  ])
})

test('a page that the index of its folder does not list is named [house.documents]', async (t) => {
  const root = await folderWith(t, {
    'docs/decisions/README.md': '[Store](store.md)',
    'docs/decisions/store.md': '# Store',
    'docs/decisions/edge.md': '# Edge',
  })
  assert.deepEqual(documentProblems(root), ['docs/decisions/README.md: does not list edge.md'])
})

test('a dependency without a reason is named [house.documents]', async (t) => {
  const root = await folderWith(t, {
    'package.json': '{"dependencies":{"zod":"1.0.0"},"devDependencies":{"left-pad":"1.0.0"}}',
    'docs/decisions/dependencies.md': '| `zod` | one schema for all |',
  })
  assert.deepEqual(documentProblems(root), ['docs/decisions/dependencies.md: does not explain left-pad'])
})
