import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { notSetUp, reportStep, SetupFailure } from './report.mjs'
import { run } from './run.mjs'
import { forwardSignals } from './signals.mjs'
import { maySetUp, root } from './tree.mjs'

/** First release that runs TypeScript without a warning. */
const NEEDED = [24, 12]

export function isNewEnough(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

/**
 * Runs `body` if this Node is new enough. Otherwise runs the script again on the pinned Node in `runtime/`, which it
 * installs if missing.
 * @param {() => Promise<number | void>} body
 * @returns {Promise<number | void>} Exit code.
 */
export async function onNewEnoughNode(body) {
  if (isNewEnough()) return body()
  return reexecute(await ensureRuntime(), process.argv.slice(1))
}

const RUNTIME = join(root, 'runtime')
const PACKAGE = `node-${process.platform}-${process.arch}`

async function ensureRuntime() {
  const node = join(RUNTIME, 'node_modules', PACKAGE, 'bin', 'node')
  if (isInstalled(node)) return node
  const needed = NEEDED.join('.')
  if (!existsSync(join(RUNTIME, 'package.json')))
    throw new SetupFailure(`Node ${process.versions.node} is too old: install Node ${needed} or newer.`)
  if (!maySetUp()) throw new SetupFailure(notSetUp(`Node ${process.versions.node} is older than ${needed}`))
  await withLock('node', async () => {
    if (isInstalled(node)) return
    const step = `Node ${process.versions.node} is older than ${needed}; installing a newer one beside it`
    const args = ['ci', '--prefix', 'runtime', '--include=optional', '--no-audit', '--no-fund']
    await reportStep(step, () => run('npm', args, { cwd: root, doing: 'installing Node' }))
  })
  if (isInstalled(node)) return node
  throw new SetupFailure(`${whyMissing()}, or install Node ${needed} or newer yourself.`)
}

function whyMissing() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(RUNTIME, 'package.json'), 'utf8'))
  return optionalDependencies[PACKAGE]
    ? `${PACKAGE} could not be downloaded: check the network or npm’s \`registry\` setting and start again`
    : `there is no ready-made Node for ${process.platform} ${process.arch}: use another machine`
}

/** The installation is complete if `.package-lock.json` exists, which npm writes last. */
const isInstalled = (node) =>
  existsSync(node) && existsSync(join(RUNTIME, 'node_modules', '.package-lock.json'))

/**
 * The IPC channel makes the child exit when this process is killed.
 * @returns {Promise<number>} Exit code; 128 + the signal's number if a signal ended the child.
 */
const reexecute = (node, args) =>
  new Promise((resolve, reject) => {
    const PATH = `${dirname(node)}:${process.env.PATH ?? ''}`
    const child = spawn(node, args, {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, PATH },
    })
    forwardSignals(child)
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
