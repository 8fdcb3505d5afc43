import { cpSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from './bundle.mjs'
import { withLock } from './lock.mjs'
import { withCoverage } from './measured.mjs'
import { reportStep } from './report.mjs'
import { sourcesIn, sourcesKey } from './sources-key.mjs'
import { root } from './tree.mjs'

const PACKAGES = join(root, 'node_modules', '.cache', 'packages')

/** Tests start `hub` from this package, which loads in half the time of the source. */
export const TEST_PACKAGE = join(PACKAGES, 'newest')

/** Programs of tests, bundled because imports of the sources load three times as slowly. */
export const TEST_PROGRAMS = join(TEST_PACKAGE, 'test-programs')

/** Outside the home folders of tests, so that all tests share the compile cache. */
export const TEST_PACKAGE_CACHE = join(root, 'node_modules', '.cache', 'package-compiled')

/** @param {import('./coverage-floor.mjs').Coverage} [coverage] Instruments the bundle. */
export async function ensureTestPackage(coverage) {
  if (isBuilt(coverage)) return
  await withLock('test-package', async () => {
    if (!isBuilt(coverage)) await reportStep('bundling the package that tests start', () => build(coverage))
  })
}

async function build(coverage) {
  const key = packageKey(coverage) // must precede the build: an edit during the build then causes another build
  removeAllButNewest() // keeps the newest package, which a concurrent test run may still use
  const own = join(PACKAGES, placeOf(key))
  mkdirSync(join(own, 'web'), { recursive: true })
  for (const part of ['bin', 'templates', 'package.json'])
    cpSync(join(root, part), join(own, part), { recursive: true })
  symlinkSync(join(root, 'web', 'dist'), join(own, 'web', 'dist'))
  const env = withCoverage(process.env, coverage)
  await Promise.all([
    bundle('tests/package.config.ts', join(own, 'dist'), env),
    bundle('tests/programs.config.ts', join(own, 'test-programs'), env),
  ])
  const draft = `${TEST_PACKAGE}.${process.pid}`
  symlinkSync(placeOf(key), draft)
  renameSync(draft, TEST_PACKAGE)
}

const placeOf = (key) => join(key, 'node_modules', 'hub-service')

function removeAllButNewest() {
  mkdirSync(PACKAGES, { recursive: true })
  const newest = newestPlace()
  for (const name of readdirSync(PACKAGES))
    if (!newest?.startsWith(name) && join(PACKAGES, name) !== TEST_PACKAGE)
      rmSync(join(PACKAGES, name), { recursive: true, force: true })
}

const isBuilt = (coverage) => newestPlace() === placeOf(packageKey(coverage))

function newestPlace() {
  try {
    return readlinkSync(TEST_PACKAGE)
  } catch {
    return null
  }
}

const packageKey = (coverage) =>
  (coverage ? 'measured-' : '') +
  sourcesKey(
    [
      ...['bin', 'src', 'templates'].flatMap((part) => sourcesIn(join(root, part))),
      ...sourcesIn(join(root, 'tests')).filter((path) => path.endsWith('.ts')),
      ...['package.json', 'tsdown.config.ts'].map((file) => join(root, file)),
    ].filter((path) => !path.endsWith('.test.ts')),
  )
