import { appendFileSync } from 'node:fs'
import { median } from './statistics.ts'

/** Set by `bench/all.ts`: file to which scripts append figures as JSON lines. */
export const FIGURES_FILE = 'BENCH_FIGURES'

export interface Figure {
  name: string
  /** Null if the measurement is invalid. */
  value: number | null
  low: number | null
  high: number | null
}

/** Line that invalidates all figures of the script. */
export const SPOILED = 'spoiled'

/** @param seen The values of all rounds, of which the median is reported; null if invalid */
export function figure(name: string, seen: number | readonly number[] | null): void {
  const values = seen === null ? [] : [seen].flat()
  const [value, low, high] =
    values.length === 0 ? [null, null, null] : [median(values), Math.min(...values), Math.max(...values)]
  writeLine({ name, value, low, high } satisfies Figure)
}

export function spoiled(): void {
  writeLine(SPOILED)
}

function writeLine(line: Figure | typeof SPOILED): void {
  const file = process.env[FIGURES_FILE]
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
}
