import { appendFileSync } from 'node:fs'
import { median } from './statistics.ts'

/** Variable with the file to which scripts that `bench/all.ts` runs add their figures, each a line of JSON. */
export const FIGURES_FILE = 'BENCH_FIGURES'

/** One of what a script measured. */
export interface Figure {
  name: string
  /** Null where what was seen doesn't count. */
  value: number | null
  low: number | null
  high: number | null
}

/** A line that takes back all figures of its script: other work ran beside it. */
export const SPOILED = 'spoiled'

/**
 * Tell a figure to whoever collects those of several scripts. A script that runs alone only prints.
 *
 * @param seen One value; those of all rounds, of which the median is told; or null where they don't count.
 */
export function figure(name: string, seen: number | readonly number[] | null): void {
  const values = seen === null ? [] : [seen].flat()
  const [value, low, high] =
    values.length === 0 ? [null, null, null] : [median(values), Math.min(...values), Math.max(...values)]
  tell({ name, value, low, high } satisfies Figure)
}

/** Other work ran beside this script, so none of its figures counts. */
export function spoiled(): void {
  tell(SPOILED)
}

function tell(line: Figure | typeof SPOILED): void {
  const file = process.env[FIGURES_FILE]
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
}
