import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { reportStep } from './report.mjs'
import { OUT_OF_SYNC, run } from './run.mjs'
import { root } from './tree.mjs'

const LOCKFILE = join(root, 'package-lock.json')
const STAMP = join(root, 'node_modules', '.hub-service')

/** Install what package-lock.json names, unless it is there already. */
export async function ensureDependencies() {
  const wanted = lockfileHash()
  if (isStamped(wanted)) return
  await withLock(async () => {
    if (isStamped(wanted)) return
    if (!isInstalled()) await reportStep('installing dependencies', install)
    writeFileSync(STAMP, wanted)
  })
}

/** SHA-256 of the lockfile: one value names the whole set of dependencies. */
export const lockfileHash = () => createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex')

function isStamped(wanted) {
  try {
    return readFileSync(STAMP, 'utf8') === wanted
  } catch {
    return false
  }
}

/** Whether npm has already installed this very set, as it does when somebody runs `npm ci` or `npm install`. */
function isInstalled() {
  try {
    const { packages: wanted } = JSON.parse(readFileSync(LOCKFILE, 'utf8'))
    const { packages: present } = JSON.parse(
      readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'),
    )
    return Object.entries(wanted).every(
      ([path, entry]) => path === '' || entry.optional || entry.integrity === present[path]?.integrity,
    )
  } catch {
    return false
  }
}

/**
 * npm 11 refuses a lockfile that leaves out optional packages of other platforms, which a registry may not hold, and
 * earlier ones do not. Then `npm install` does the same work: every version is exact, in package.json and the lockfile.
 */
async function install() {
  const options = { cwd: root, doing: 'installing dependencies' }
  // What npm says is read, also when somebody wants to hear nothing of it (`npm start --silent`).
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=warn']
  try {
    await run('npm', ['ci', ...flags], options)
  } catch (error) {
    if (!OUT_OF_SYNC.test(error.output) || !lockfileNamesAll()) throw error
    await run('npm', ['install', '--no-save', ...flags], options)
  }
}

/** Whether the lockfile belongs to package.json. */
function lockfileNamesAll() {
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const locked = JSON.parse(readFileSync(LOCKFILE, 'utf8')).packages['']
  return ['dependencies', 'devDependencies'].every(
    (kind) => JSON.stringify(sorted(wanted[kind])) === JSON.stringify(sorted(locked[kind])),
  )
}

const sorted = (versions = {}) => Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1))
