import { readFileSync, rmSync } from 'node:fs'
import { coverageOf } from './coverage.mjs'
import { failureOfFile } from './test-failure.mjs'

/**
 * @typedef {{ sources: string, written: string, floor: string }} Coverage Folder of the sources, folder that
 * processes write to, and a JSON file `{ lines, branches }` with minimum percentages.
 */

/**
 * Deletes earlier data. Call the returned function once, after the measured processes.
 * @param {Coverage} coverage
 * @returns A summary line, and a failure for each share below its minimum.
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

const percentOf = ({ covered, all }) => Math.floor((covered / all) * 10_000) / 100
