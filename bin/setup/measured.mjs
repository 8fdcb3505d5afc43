import { realpathSync } from 'node:fs'
import { resolve, sep } from 'node:path'

const VARIABLE = 'TESTS_COVERAGE'

/**
 * The environment of a process that measures which of the sources run, or that builds something that does.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {Pick<import('./coverage-floor.mjs').Coverage, 'sources' | 'written'>} [coverage] Absent, it measures nothing.
 */
export function withCoverage({ [VARIABLE]: _, ...environment }, coverage) {
  if (!coverage) return environment
  const folders = { sources: realpathSync(coverage.sources), written: resolve(coverage.written) }
  return { ...environment, [VARIABLE]: JSON.stringify(folders) }
}

/** @returns {{ sources: string, written: string } | null} Absolute folders; null in a process that measures nothing. */
export const coverageHere = () => (process.env[VARIABLE] ? JSON.parse(process.env[VARIABLE]) : null)

/** Whether a file is one of the sources. */
export const isSource = (path, { sources }) =>
  path.startsWith(sources + sep) && /\.(?:ts|mjs)$/.test(path) && !path.endsWith('.test.ts')
