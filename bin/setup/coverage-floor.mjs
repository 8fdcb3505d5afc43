import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coverageOf } from './coverage.mjs'
import { failureOfFile } from './test-failure.mjs'

/**
 * Have processes that start from now on write what they run. Without the compile cache: code that comes from it is
 * measured less precisely.
 *
 * @param {{ sources: string, floor: string }} files `floor` names a JSON file, `{ lines, branches }` in percent.
 * @returns What was covered in one line, and a failure for each share below its floor. Call it once.
 */
export function measureCoverage({ sources, floor }) {
  const written = mkdtempSync(join(tmpdir(), 'hub-coverage-'))
  Object.assign(process.env, { NODE_V8_COVERAGE: written, NODE_DISABLE_COMPILE_CACHE: '1' })
  return () => {
    const { lines, branches } = coverageOf({ written, sources })
    rmSync(written, { recursive: true, force: true })
    const least = JSON.parse(readFileSync(floor, 'utf8'))
    const shares = Object.entries({ lines, branches })
    return {
      line: `coverage: ${shares.map(([kind, share]) => `${percentOf(share)} % of ${share.all} ${kind}`).join(', ')}`,
      failures: shares
        .filter(([kind, share]) => percentOf(share) < least[kind])
        .map(([kind, share]) =>
          failureOfFile(
            floor,
            `${percentOf(share)} % of ${kind} are covered, before it were ${least[kind]} %`,
          ),
        ),
    }
  }
}

/** Rounded down to a hundredth, so that what is printed never passes for more than it is. */
const percentOf = ({ covered, all }) => Math.floor((covered / all) * 10_000) / 100
