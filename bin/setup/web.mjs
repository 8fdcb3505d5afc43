import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { notSetUp, reportStep, SetupFailure } from './report.mjs'
import { run } from './run.mjs'
import { sourcesIn, sourcesKey } from './sources-key.mjs'
import { maySetUp, root } from './tree.mjs'

const WEB = join(root, 'web')
const VITE_CONFIG = join(WEB, 'vite.config.ts')
const SERVER = join(root, 'src')
const DIST = join(WEB, 'dist')
const TESTING = join(WEB, 'testing')
const STAMP = join(DIST, '.sources')
const APPS = ['chat', 'console']

export const webSteps = () => (existsSync(VITE_CONFIG) && !isBuilt() ? APPS.length : 0)

export async function ensureWeb() {
  if (!existsSync(VITE_CONFIG) || isBuilt()) return
  if (!maySetUp()) return goOnWithOldPages()
  await withLock('pages', async () => {
    if (isBuilt()) return
    try {
      await build()
    } catch (error) {
      if (!(error instanceof SetupFailure) || !existsSync(STAMP)) throw error
      process.stderr.write(`hub: ${error.message}\nhub: going on with the pages of the last good build\n`)
    }
  })
}

function goOnWithOldPages() {
  if (!existsSync(STAMP)) throw new SetupFailure(notSetUp('the pages are not built'))
  process.stderr.write(`hub: ${notSetUp('the pages are those of an older release')}\n`)
}

async function build() {
  const sources = pageSources() // must precede the build: an edit during the build then causes another build
  for (const app of APPS) {
    const step = `building the pages of the ${app}`
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const args = [vite, 'build', '--config', 'web/vite.config.ts', '--mode', app]
    await reportStep(step, () => run(process.execPath, args, { cwd: root, doing: 'building the pages' }))
  }
  mkdirSync(DIST, { recursive: true })
  writeFileSync(STAMP, sources)
}

function isBuilt() {
  try {
    return readFileSync(STAMP, 'utf8') === pageSources()
  } catch {
    return false
  }
}

/** Includes the server's contracts, which pages import. */
const pageSources = () =>
  sourcesKey([
    ...sourcesIn(WEB).filter((path) => !/\.test\.tsx?$/.test(path) && dirname(path) !== TESTING),
    ...sourcesIn(SERVER).filter((path) => basename(path) === 'contract.ts'),
  ])
