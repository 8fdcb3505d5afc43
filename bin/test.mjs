#!/usr/bin/env node
// `npm test`: the same set-up as `hub`, the programs that tests start, then the tests. Arguments choose files
// instead of all; `--shuffle` runs them in a random order, `--shuffle=SEED` in that order again; `--coverage`
// measures how much of the sources ran; `--second-try` runs up to three files that failed once more, and
// names those that pass then; `--cluster` gives every Hub of the tests a Postgres, a bucket and a bus instead
// of its folders; `--minutes=60` sets the time limit of a file, in place of six. Other options are passed to
// the Node that runs the tests, such as `--test-name-pattern=…`.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { ensureChatTemplates } from './setup/chat-templates.mjs'
import { ensureTestPrograms } from './setup/debian.mjs'
import { ensureDependencies, ensureTestClients } from './setup/dependencies.mjs'
import { onNewEnoughNode } from './setup/node.mjs'
import { runCommand } from './setup/report.mjs'
import { ensureTestPackage } from './setup/test-package.mjs'
import { root } from './setup/tree.mjs'
import { ensureWeb } from './setup/web.mjs'

const COVERAGE = {
  sources: join(root, 'src'),
  written: join(root, 'node_modules', '.cache', 'coverage'),
  floor: join(root, 'tests', 'coverage-floor.json'),
}

const ALL = ['src/**/*.test.ts', 'tests/**/*.test.ts', 'web/**/*.test.{ts,tsx}']

async function test() {
  const given = process.argv.slice(2)
  const files = given.filter((argument) => !argument.startsWith('-'))
  const options = given.filter((argument) => argument.startsWith('-'))
  const coverage = options.includes('--coverage') ? COVERAGE : undefined
  await Promise.all([
    ensureTestPrograms(),
    ensureTestClients(),
    ensureChatTemplates(),
    ensureDependencies().then(() => Promise.all([ensureWeb(), ensureTestPackage(coverage)])),
  ])
  const { runTests } = await import('./setup/run-tests.mjs') // takes a newer Node than may have begun
  const run = (cluster) =>
    runTests({
      folder: root,
      files: files.length > 0 ? files : ALL,
      seed: seedIn(options),
      coverage,
      cluster,
      limits: limitsIn(options),
      again: options.includes('--second-try') ? 3 : 0,
      nodeOptions: options.filter(
        (option) => !SHUFFLE.test(option) && !MINUTES.test(option) && !OWN.has(option),
      ),
    })
  if (!options.includes('--cluster')) return run()
  const { onCluster } = await import('./setup/test-cluster.mjs')
  return onCluster(run)
}

const OWN = new Set(['--coverage', '--second-try', '--cluster'])
const SHUFFLE = /^--shuffle(?:=(\d+))?$/
const MINUTES = /^--minutes=(\d+)$/

function seedIn(options) {
  const shuffle = options.map((option) => SHUFFLE.exec(option)).find((match) => match !== null)
  if (shuffle) return Number(shuffle[1] ?? randomInt(1_000_000))
}

function limitsIn(options) {
  const minutes = options.map((option) => MINUTES.exec(option)).find((match) => match !== null)?.[1]
  return minutes && { fileMs: Number(minutes) * 60_000 }
}

await runCommand(() => onNewEnoughNode(test))
