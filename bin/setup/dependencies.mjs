import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { notSetUp, reportStep, SetupFailure } from './report.mjs'
import { OUT_OF_SYNC, run } from './run.mjs'
import { maySetUp, root } from './tree.mjs'

export const ensureDependencies = () =>
  ensurePackage(root, { lock: 'dependencies', step: 'installing dependencies' })

export const dependencySteps = () => (isStamped(root, lockfileHash(root)) || isInstalled(root) ? 0 : 1)

/** Other projects' programs, which tests run against a Hub. They are large and not needed to run a Hub. */
export const ensureTestClients = () =>
  ensurePackage(join(root, 'tests', 'clients'), {
    lock: 'test-clients',
    step: 'installing the programs that tests run',
  })

async function ensurePackage(folder, { lock, step }) {
  const wanted = lockfileHash(folder)
  if (isStamped(folder, wanted)) return
  if (!maySetUp()) {
    if (isInstalled(folder)) return
    throw new SetupFailure(notSetUp('the dependencies are missing or of another release'))
  }
  await withLock(lock, async () => {
    if (isStamped(folder, wanted)) return
    if (!isInstalled(folder)) await reportStep(step, () => install(folder, step))
    writeFileSync(stampIn(folder), wanted)
  })
}

export const lockfileHash = (folder = root) =>
  createHash('sha256')
    .update(readFileSync(lockfileIn(folder)))
    .digest('hex')

const lockfileIn = (folder) => join(folder, 'package-lock.json')
const stampIn = (folder) => join(folder, 'node_modules', '.hub-service')

function isStamped(folder, wanted) {
  try {
    return readFileSync(stampIn(folder), 'utf8') === wanted
  } catch {
    return false
  }
}

function isInstalled(folder) {
  try {
    const { packages: wanted } = JSON.parse(readFileSync(lockfileIn(folder), 'utf8'))
    const { packages: present } = JSON.parse(
      readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'),
    )
    return Object.entries(wanted).every(
      ([path, entry]) => path === '' || entry.optional || entry.integrity === present[path]?.integrity,
    )
  } catch {
    return false
  }
}

/**
 * npm 11 refuses lockfiles without optional packages of other platforms. `npm install` then has the same result,
 * because all versions are exact.
 */
async function install(folder, doing) {
  const options = { cwd: folder, doing }
  // Suppresses npm's notes, for `npm start --silent`.
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=warn']
  try {
    await run('npm', ['ci', ...flags], options)
  } catch (error) {
    if (!OUT_OF_SYNC.test(error.output) || !lockfileNamesAll(folder)) throw error
    await run('npm', ['install', '--no-save', ...flags], options)
  }
}

function lockfileNamesAll(folder) {
  const wanted = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const locked = JSON.parse(readFileSync(lockfileIn(folder), 'utf8')).packages['']
  return ['dependencies', 'devDependencies'].every(
    (kind) => JSON.stringify(sorted(wanted[kind])) === JSON.stringify(sorted(locked[kind])),
  )
}

const sorted = (versions = {}) => Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1))
