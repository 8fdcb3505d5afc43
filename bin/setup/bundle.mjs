import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { reportStep, SetupFailure } from './report.mjs'
import { run } from './run.mjs'
import { sourcesIn, sourcesKey } from './sources-key.mjs'
import { maySetUp, root } from './tree.mjs'

const BUNDLES = join(root, '.setup', 'bundles')
/** Outside the finished bundles, because an interrupted build leaves it. */
const DRAFT = join(root, '.setup', 'bundle-draft')
const TSDOWN = join('node_modules', 'tsdown', 'dist', 'run.mjs')
const CONFIG = join(root, 'tsdown.config.ts')

/**
 * The bundle of exactly these sources: starts in two thirds of the time, with three quarters of the memory.
 * @returns {string | null} Path of the program; null if the sources were edited since or were never bundled.
 */
export function currentBundle() {
  if (!existsSync(CONFIG)) return null
  const folder = folderOf(serverKey())
  return existsSync(folder) ? join(folder, 'cli.js') : null
}

export const bundleSteps = () => (existsSync(CONFIG) && maySetUp() && !currentBundle() ? 1 : 0)

/** Does not throw if it fails, because the program also runs from the sources. */
export const ensureBundle = () =>
  withLock('bundle', async () => {
    if (currentBundle()) return
    try {
      await reportStep('bundling the server', build)
    } catch (error) {
      if (!(error instanceof SetupFailure)) throw error
      process.stderr.write(
        `hub: ${error.message}\nhub: going on without a bundle, which starts more slowly\n`,
      )
    }
  })

async function build() {
  const folder = folderOf(serverKey()) // must precede the build: an edit during the build then makes it outdated
  removeAllButNewest()
  await bundle('tsdown.config.ts', DRAFT)
  mkdirSync(BUNDLES, { recursive: true })
  renameSync(DRAFT, folder)
}

/** Keeps the newest bundle, whose files a running Hub may still load. */
function removeAllButNewest() {
  rmSync(DRAFT, { recursive: true, force: true })
  if (!existsSync(BUNDLES)) return
  const folders = readdirSync(BUNDLES).map((name) => join(BUNDLES, name))
  const times = new Map(folders.map((folder) => [folder, statSync(folder).mtimeMs]))
  for (const folder of folders.toSorted((a, b) => times.get(b) - times.get(a)).slice(1))
    rmSync(folder, { recursive: true, force: true })
}

/**
 * @param {string} config Relative to the root of the checkout.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} [env]
 */
export const bundle = (config, folder, env) =>
  run(process.execPath, [TSDOWN, '--config', config, '--out-dir', folder, '--log-level', 'error'], {
    cwd: root,
    env,
    doing: 'bundling the server',
  })

const folderOf = (key) => join(BUNDLES, key)

const serverKey = () =>
  sourcesKey([
    ...sourcesIn(join(root, 'src')).filter((path) => !path.endsWith('.test.ts')),
    ...['package.json', 'tsdown.config.ts'].map((file) => join(root, file)),
  ])
