import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { folderWith } from '../support/folder.ts'

const RUNNER = pathToFileURL(join(import.meta.dirname, '../../bin/setup/run-tests.mjs')).href

/** Run test files as `npm test` runs all of them. */
async function runFiles(t: TestContext, files: Record<string, string>) {
  const folder = await folderWith(t, { 'package.json': '{"type":"module"}', ...files })
  const script = `import { runTests } from ${JSON.stringify(RUNNER)}
process.exitCode = await runTests({ folder: process.cwd(), files: ['*.test.mjs'], mayRunAgain: true })`
  const { NODE_TEST_CONTEXT: _, ...env } = process.env // or the runner below would take itself for a test file
  const options = { cwd: folder, encoding: 'utf8', env } as const
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], options)
  return { status, end: stdout.slice(stdout.lastIndexOf('\n\n')).trim().split('\n') }
}

const HEAD = "import test from 'node:test'\nimport { existsSync, writeFileSync } from 'node:fs'\n"
const GOOD = `${HEAD}test('good', () => {})\n`
const FAILS = "test('bad', () => { throw new Error('no way\\nand more') })\n"
const FAILS_FIRST =
  "test('odd', () => { const seen = import.meta.filename + '.seen'; if (existsSync(seen)) return; writeFileSync(seen, ''); throw new Error('too early') })\n"

test('what fails once and holds alone passes, and is named as unsteady [house.run-again]', async (t) => {
  const { status, end } = await runFiles(t, { 'a.test.mjs': GOOD + FAILS_FIRST, 'b.test.mjs': GOOD })
  assert.equal(status, 0)
  assert.deepEqual(end, ['unsteady: a.test.mjs:4 odd', '  too early', 'tests: 3 passed, 0 failed'])
})

test('what fails twice fails, with its reason in the end [house.run-again]', async (t) => {
  const { status, end } = await runFiles(t, {
    'a.test.mjs': GOOD + FAILS + FAILS_FIRST,
    'b.test.mjs': `${HEAD}process.exit(3)\n`,
  })
  assert.equal(status, 1)
  assert.deepEqual(end.slice(0, 4), [
    'unsteady: a.test.mjs:5 odd',
    '  too early',
    'failed: a.test.mjs:4 bad',
    '  no way',
  ])
  assert.equal(end[4], 'failed: b.test.mjs:1 the file as a whole')
  assert.equal(end.at(-1), 'tests: 2 passed, 2 failed')
})

test('where many files fail none is tried again [house.run-again]', async (t) => {
  const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}.test.mjs`, GOOD + FAILS_FIRST])
  const { status, end } = await runFiles(t, Object.fromEntries(files))
  assert.equal(status, 1)
  assert.match(end.at(-1)!, /^tests: 6 passed, 6 failed$/)
})
