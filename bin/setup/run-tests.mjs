import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const CONCURRENCY = Math.max(2, availableParallelism())

/** With more files than this, failing is no matter of chance. */
const MOST_FILES_RUN_AGAIN = 5

/**
 * Run test files with Node's test runner. The last line printed is `tests: N passed, N failed`.
 *
 * @param {{ folder: string, options?: string[], files: string[], mayRunAgain?: boolean }} tests `files` are patterns in
 *   `folder`; with `mayRunAgain` the few that fail get a second try.
 * @returns {Promise<number>} Exit code.
 */
export async function runTests({ folder, options = [], files, mayRunAgain = false }) {
  const tests = { folder, options, files }
  const outcome = await (mayRunAgain ? runTwice(tests) : run(tests))
  conclude(folder, outcome)
  return outcome.code
}

/**
 * Everything, and then once more the few files in which something failed, one after another: a test that holds alone
 * was pressed by its neighbours on a small machine. It is named as unsteady, for somebody to mend.
 */
async function runTwice(tests) {
  const first = await run(tests)
  const files = [...new Set(first.failures.map(({ file }) => file))]
  if (files.length === 0 || files.length > MOST_FILES_RUN_AGAIN) return first
  process.stdout.write(
    `\nonce more, alone: ${files.map((file) => relative(tests.folder, file)).join(', ')}\n`,
  )
  const again = await run({ ...tests, files, concurrency: 1 })
  if (again.code !== 0 && again.failures.length === 0) return again
  return {
    code: again.code,
    passed: first.passed + first.failed - again.failed,
    failed: again.failed,
    failures: again.failures,
    unsteady: first.failures.filter((failure) => !again.failures.some(isSameTest(failure))),
  }
}

const isSameTest = (failure) => (other) => other.file === failure.file && other.name === failure.name

/** Say what failed where the eye lands: at the end. */
function conclude(folder, { passed, failed, failures, unsteady = [] }) {
  const described = ({ file, line, name, message }) =>
    `${relative(folder, file)}:${line} ${name}\n  ${message}`
  const lines = [
    ...unsteady.map((failure) => `unsteady: ${described(failure)}`),
    ...failures.map((failure) => `failed: ${described(failure)}`),
    `tests: ${passed} passed, ${failed} failed`,
  ]
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

/** @returns {Promise<{ code: number, passed: number, failed: number, failures: object[] }>} */
async function run({ folder, options, files, concurrency = CONCURRENCY }) {
  const scratch = mkdtempSync(join(tmpdir(), 'hub-tests-'))
  try {
    const outcome = join(scratch, 'outcome.json')
    const code = await runNode(folder, [
      `--import=${pathToFileURL(join(import.meta.dirname, 'compile-cache.mjs')).href}`,
      '--test',
      `--test-concurrency=${concurrency}`,
      '--disable-warning=ExperimentalWarning',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(import.meta.dirname, 'test-outcome.mjs')}`,
      `--test-reporter-destination=${outcome}`,
      ...options,
      ...files,
    ])
    return { code, ...JSON.parse(readFileSync(outcome, 'utf8')) }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function runNode(cwd, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
