import { readFileSync, rmSync } from 'node:fs'
import { coverageOf } from './coverage.mjs'
import { failureOfFile } from './test-failure.mjs'

/**
 * @typedef {{ sources: string, written: string, floor: string }} Coverage Folders of the sources and of what processes
 *   write, and a JSON file, `{ lines, branches }` in percent.
 */

/**
 * Forget what processes wrote before, and judge what they write from now on.
 *
 * @param {Coverage} coverage
 * @returns What was covered in one line, and a failure for each share below its floor. Call it once.
 */
export function measureCoverage({ sources, written, floor }) {
  rmSync(written, { recursive: true, force: true })
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
