#!/usr/bin/env node
// `npm test`: the same set-up as `hub`, the programs that tests start, then Node's own test runner.
// Arguments that start with a dash go to the runner; others choose files in the place of all of them.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureTestPrograms } from './setup/debian.mjs'
import { ensureDependencies, ensureTestClients } from './setup/dependencies.mjs'
import { onNewEnoughNode } from './setup/node.mjs'
import { runCommand } from './setup/report.mjs'
import { root } from './setup/tree.mjs'
import { ensureWeb } from './setup/web.mjs'

const ALL = ['src/**/*.test.ts', 'tests/**/*.test.ts']

/** With more files than this, failing is no matter of chance. */
const MOST_FILES_RUN_AGAIN = 5

const CONCURRENCY = Math.max(2, availableParallelism())

async function test() {
  await ensureDependencies()
  await ensureTestClients()
  await ensureTestPrograms()
  await ensureWeb()
  const given = process.argv.slice(2)
  const options = given.filter((argument) => argument.startsWith('-'))
  const files = given.filter((argument) => !argument.startsWith('-'))
  if (files.length > 0) return concluded(await run(options, files, { concurrency: CONCURRENCY }))
  return concluded(await runAll(options))
}

/**
 * Everything, and then once more the few files in which something failed, one after another: a test that holds alone
 * was pressed by its neighbours on a small machine. It is named as unsteady, for somebody to mend.
 */
async function runAll(options) {
  const first = await run(options, ALL, { concurrency: CONCURRENCY })
  const files = [...new Set(first.failures.map(({ file }) => file))]
  if (files.length === 0 || files.length > MOST_FILES_RUN_AGAIN) return first
  process.stdout.write(`\nonce more, alone: ${files.map(shown).join(', ')}\n`)
  const again = await run(options, files, { concurrency: 1 })
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

/** Say what failed where the eye lands, at the end, and answer with the exit code. */
function concluded({ code, passed, failed, failures, unsteady = [] }) {
  const lines = [
    ...unsteady.map((failure) => `unsteady: ${described(failure)}`),
    ...failures.map((failure) => `failed: ${described(failure)}`),
    `tests: ${passed} passed, ${failed} failed`,
  ]
  process.stdout.write(`\n${lines.join('\n')}\n`)
  return code
}

const described = ({ file, line, name, message }) => `${shown(file)}:${line} ${name}\n  ${message}`
const shown = (file) => relative(root, file)

/** @returns {Promise<{ code: number, passed: number, failed: number, failures: object[] }>} */
async function run(options, files, { concurrency }) {
  const folder = mkdtempSync(join(tmpdir(), 'hub-tests-'))
  try {
    const outcome = join(folder, 'outcome.json')
    const code = await runNode([
      `--import=${pathToFileURL(join(root, 'bin', 'setup', 'compile-cache.mjs')).href}`,
      '--test',
      `--test-concurrency=${concurrency}`,
      '--disable-warning=ExperimentalWarning',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(root, 'bin', 'setup', 'test-outcome.mjs')}`,
      `--test-reporter-destination=${outcome}`,
      ...options,
      ...files,
    ])
    return { code, ...JSON.parse(readFileSync(outcome, 'utf8')) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runNode(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

await runCommand(() => onNewEnoughNode(test))
