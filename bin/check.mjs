#!/usr/bin/env node
// `node bin/check.mjs <script.ts | tool> [arguments]`: runs the script or tool on a supported Node, after the set-up.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, extname, join } from 'node:path'
import { ensureDependencies, ensureTestClients } from './setup/dependencies.mjs'
import { onNewEnoughNode } from './setup/node.mjs'
import { runCommand, SetupFailure } from './setup/report.mjs'
import { forwardSignals } from './setup/signals.mjs'
import { root } from './setup/tree.mjs'

/** These tools resolve imports of tests, so they need the packages of the tests. */
const LOOKS_AT_TESTS = new Set(['tsc', 'oxlint', 'knip'])

await runCommand(() => onNewEnoughNode(check))

async function check() {
  const [name, ...args] = process.argv.slice(2)
  if (!name) throw new SetupFailure('usage: node bin/check.mjs <script.ts | tool> [arguments]')
  await ensureDependencies()
  if (LOOKS_AT_TESTS.has(name)) await ensureTestClients()
  const isScript = ['.ts', '.mjs', '.js'].includes(extname(name))
  return isScript ? run(process.execPath, [name, ...args]) : run(name, args)
}

function run(program, args) {
  return new Promise((resolve, reject) => {
    const tools = join(root, 'node_modules', '.bin')
    const PATH = [tools, dirname(process.execPath), process.env.PATH].join(delimiter)
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH } })
    child.on('error', (error) =>
      reject(
        error.code === 'ENOENT'
          ? new SetupFailure(`there is no tool ${program} in node_modules/.bin`)
          : error,
      ),
    )
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
    forwardSignals(child)
  })
}
