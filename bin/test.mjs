#!/usr/bin/env node
// `npm test`: the same set-up as `hub`, the programs that tests start, then Node's own test runner.
// Arguments that start with a dash go to the runner; others choose files in the place of all of them.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { ensureTestPrograms } from './setup/debian.mjs'
import { ensureDependencies, ensureTestClients } from './setup/dependencies.mjs'
import { onNewEnoughNode } from './setup/node.mjs'
import { runCommand } from './setup/report.mjs'
import { root } from './setup/tree.mjs'
import { ensureWeb } from './setup/web.mjs'

await runCommand(() => onNewEnoughNode(test))

async function test() {
  await ensureDependencies()
  await ensureTestClients()
  await ensureTestPrograms()
  await ensureWeb()
  const given = process.argv.slice(2)
  const options = given.filter((argument) => argument.startsWith('-'))
  const files = given.filter((argument) => !argument.startsWith('-'))
  return runTests(options, files.length > 0 ? files : ['src/**/*.test.ts', 'tests/**/*.test.ts'])
}

function runTests(options, files) {
  return new Promise((resolve, reject) => {
    const concurrency = Math.max(2, availableParallelism())
    const args = [
      '--test',
      `--test-concurrency=${concurrency}`,
      '--disable-warning=ExperimentalWarning',
      ...options,
      ...files,
    ]
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
