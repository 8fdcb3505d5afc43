import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockfileHash } from './dependencies.mjs'
import { withLock } from './lock.mjs'
import { reportStep, SetupFailure } from './report.mjs'
import { run } from './run.mjs'
import { root } from './tree.mjs'

const WEB = join(root, 'web')
const DIST = join(WEB, 'dist')
const STAMP = join(DIST, '.sources')
const APPS = ['chat', 'console']

/** Build the pages, unless the built ones belong to the sources that are here. */
export async function ensureWeb() {
  if (!existsSync(join(WEB, 'vite.config.ts')) || isBuilt()) return
  await withLock(async () => {
    if (isBuilt()) return
    try {
      await reportStep('building the pages', build)
    } catch (error) {
      if (!(error instanceof SetupFailure) || !existsSync(STAMP)) throw error
      process.stderr.write(`hub: ${error.message}\nhub: going on with the pages of the last good build\n`)
    }
  })
}

async function build() {
  const sources = sourcesKey() // taken first: an edit while building makes the next start build again
  for (const app of APPS) {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    await run(process.execPath, [vite, 'build', '--config', 'web/vite.config.ts', '--mode', app], {
      cwd: root,
      doing: 'building the pages',
    })
  }
  mkdirSync(DIST, { recursive: true })
  writeFileSync(STAMP, sources)
}

function isBuilt() {
  try {
    return readFileSync(STAMP, 'utf8') === sourcesKey()
  } catch {
    return false
  }
}

/** Names, sizes and times of all sources in one hash; reading them all would cost more than it is worth. */
function sourcesKey() {
  const hash = createHash('sha256').update(lockfileHash())
  for (const path of sources(WEB)) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

const sources = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== 'dist' && !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? sources(path) : [path]
    })
    .sort()
