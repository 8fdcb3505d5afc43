import { appendFileSync } from 'node:fs'
import { median } from './statistics.ts'

/** Environment variable that `bench/all.ts` sets: a file to which scripts append figures as JSON lines. */
export const FIGURES_FILE = 'BENCH_FIGURES'

/** A result of a script. */
export interface Figure {
  name: string
  /** Null if the result is invalid. */
  value: number | null
  low: number | null
  high: number | null
}

/** A line that invalidates all figures of the script, because other work disturbed it. */
export const SPOILED = 'spoiled'

/**
 * Appends a figure to the file of `bench/all.ts`, if a script runs under it.
 *
 * @param seen One value, the values of all rounds (reports the median), or null if invalid.
 */
export function figure(name: string, seen: number | readonly number[] | null): void {
  const values = seen === null ? [] : [seen].flat()
  const [value, low, high] =
    values.length === 0 ? [null, null, null] : [median(values), Math.min(...values), Math.max(...values)]
  tell({ name, value, low, high } satisfies Figure)
}

/** Invalidates the script's figures, because other work disturbed it. */
export function spoiled(): void {
  tell(SPOILED)
}

function tell(line: Figure | typeof SPOILED): void {
  const file = process.env[FIGURES_FILE]
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
}
