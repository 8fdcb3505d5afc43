import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { folderWith } from '../support/folder.ts'

const CI = join(import.meta.dirname, '../../.ci/run')

const CHECKS = (await readFile(CI, 'utf8')).match(/^check '/gm)!.length

interface Outcome {
  tests: string
  testStatus?: number
  failing?: string
}

async function runCi(t: TestContext, { tests, testStatus = 0, failing = 'none' }: Outcome) {
  const commands = `#!/bin/sh
if [ "$1" = test ]; then cat "$TEST_OUTPUT"; exit ${testStatus}; fi
case "$*" in *${failing}*) echo "broken"; exit 3;; esac
`
  const root = await folderWith(t, {
    '.ci/run': await readFile(CI, 'utf8'),
    'bin/npm': commands,
    'bin/node': commands,
    'tests.txt': tests,
  })
  for (const file of ['.ci/run', 'bin/npm', 'bin/node']) await chmod(join(root, file), 0o755)
  const { status, stdout } = spawnSync(join(root, '.ci/run'), [], {
    encoding: 'utf8',
    env: {
      PATH: [join(root, 'bin'), process.env['PATH']].join(delimiter),
      TEST_OUTPUT: join(root, 'tests.txt'),
    },
  })
  return { status, stdout, lastLine: stdout.trimEnd().split('\n').at(-1) }
}

const summary = (passed: number, failed: number, about = '') =>
  `${about}tests: ${passed} passed, ${failed} failed\n`

test('CI counts every test and every other check, and succeeds when nothing failed [house.ci]', async (t) => {
  const { status, lastLine } = await runCi(t, { tests: summary(40, 0) })
  assert.deepEqual({ status, lastLine }, { status: 0, lastLine: `${40 + CHECKS} passed, 0 failed` })
})

test('failed tests fail CI, one by one, and are named again at its end [house.ci]', async (t) => {
  const about = 'failed: tests/a.test.ts:7 a sentence\n  1 == 2\n'
  const { status, stdout, lastLine } = await runCi(t, { tests: summary(10, 3, about), testStatus: 1 })
  assert.deepEqual({ status, lastLine }, { status: 1, lastLine: `${10 + CHECKS} passed, 3 failed` })
  assert.equal(stdout.split('a.test.ts:7 a sentence\n  1 == 2').length, 3)
})

test('a failed check fails CI and is named, and the others still run [house.ci]', async (t) => {
  const { status, stdout, lastLine } = await runCi(t, {
    tests: summary(1, 0),
    failing: 'tsconfig.web.json',
  })
  assert.deepEqual({ status, lastLine }, { status: 1, lastLine: `${CHECKS} passed, 1 failed` })
  assert.match(stdout, /failed: types of the web chat page/)
})

for (const [what, outcome] of [
  ['ends with an error though no test failed', { tests: summary(1, 0), testStatus: 7 }],
  ['cannot be set up', { tests: 'npm: not found\n', testStatus: 127 }],
  ['runs nothing', { tests: summary(0, 0) }],
] as const)
  test(`a test command that ${what} counts as one failure [house.ci]`, async (t) => {
    const { status, lastLine } = await runCi(t, outcome)
    assert.equal(status, 1)
    assert.match(lastLine!, / passed, 1 failed$/)
  })

test('a summary that a test prints in the middle of the run does not count [house.ci]', async (t) => {
  const { lastLine } = await runCi(t, { tests: summary(900, 900) + summary(5, 0) })
  assert.equal(lastLine, `${5 + CHECKS} passed, 0 failed`)
})
