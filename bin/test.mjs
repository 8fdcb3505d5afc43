#!/usr/bin/env node
// `npm test`: the same set-up as `hub`, the programs that tests start, then Node's own test runner.
// Arguments that start with a dash go to the runner; others choose files in the place of all of them.
import { ensureTestPrograms } from './setup/debian.mjs'
import { ensureDependencies, ensureTestClients } from './setup/dependencies.mjs'
import { onNewEnoughNode } from './setup/node.mjs'
import { runCommand } from './setup/report.mjs'
import { runTests } from './setup/run-tests.mjs'
import { root } from './setup/tree.mjs'
import { ensureWeb } from './setup/web.mjs'

const ALL = ['src/**/*.test.ts', 'tests/**/*.test.ts']

async function test() {
  await ensureDependencies()
  await ensureTestClients()
  await ensureTestPrograms()
  await ensureWeb()
  const given = process.argv.slice(2)
  const options = given.filter((argument) => argument.startsWith('-'))
  const files = given.filter((argument) => !argument.startsWith('-'))
  if (files.length > 0) return runTests({ folder: root, options, files })
  return runTests({ folder: root, options, files: ALL, mayRunAgain: true })
}

await runCommand(() => onNewEnoughNode(test))
