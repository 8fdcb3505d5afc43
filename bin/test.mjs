#!/usr/bin/env node
// `npm test`: installs missing dependencies and programs, then runs the tests. Arguments are files; default: all.
//   --changed[=REF] only tests that changes since REF (default: HEAD) may break
//   --shuffle[=SEED] a random order, or the order of an earlier seed
//   --coverage measures which sources ran
//   --second-try runs up to three failed files again; reports those that pass then
//   --cluster Hubs use Postgres, object storage and a message bus instead of folders
//   --minutes=60 time limit of a file, default six minutes
// Other options are passed to Node, such as `--test-name-pattern=…`.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { changedTests } from './setup/changed-tests.mjs'
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
  const named = given.filter((argument) => !argument.startsWith('-'))
  const options = given.filter((argument) => argument.startsWith('-'))
  const coverage = options.includes('--coverage') ? COVERAGE : undefined
  await Promise.all([
    ensureTestPrograms(),
    ensureTestClients(),
    ensureChatTemplates(),
    ensureDependencies().then(() => Promise.all([ensureWeb(), ensureTestPackage(coverage)])),
  ])
  const since = changedIn(options)
  const files = since ? await changedTests(since) : named
  if (since && files.length === 0) return 0
  const { runTests } = await import('./setup/run-tests.mjs') // needs a newer Node than the one that may have started this file
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
        (option) => ![SHUFFLE, MINUTES, CHANGED].some((own) => own.test(option)) && !OWN.has(option),
      ),
    })
  if (!options.includes('--cluster')) return run()
  const { onCluster } = await import('./setup/test-cluster.mjs')
  return onCluster(run)
}

const OWN = new Set(['--coverage', '--second-try', '--cluster'])
const SHUFFLE = /^--shuffle(?:=(\d+))?$/
const MINUTES = /^--minutes=(\d+)$/
const CHANGED = /^--changed(?:=(.+))?$/

function changedIn(options) {
  const changed = options.map((option) => CHANGED.exec(option)).find((match) => match !== null)
  return changed && (changed[1] ?? 'HEAD')
}

function seedIn(options) {
  const shuffle = options.map((option) => SHUFFLE.exec(option)).find((match) => match !== null)
  if (shuffle) return Number(shuffle[1] ?? randomInt(1_000_000))
}

function limitsIn(options) {
  const minutes = options.map((option) => MINUTES.exec(option)).find((match) => match !== null)?.[1]
  return minutes && { fileMs: Number(minutes) * 60_000 }
}

await runCommand(() => onNewEnoughNode(test))
