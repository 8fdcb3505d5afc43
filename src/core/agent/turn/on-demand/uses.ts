import type { Clock } from '#ground/base/clock.ts'

const PERIOD_MS = 3_600_000

export interface ToolUses {
  record(name: string): void
  /** Calls before the current period, so that the tools of a prompt change at most once an hour. */
  recent(): ReadonlyMap<string, number>
}

/** Counts calls in memory. Each period halves the earlier counts. */
export function createToolUses(clock: Pick<Clock, 'now'>): ToolUses {
  let counts = new Map<string, number>()
  let ranked: ReadonlyMap<string, number> = new Map()
  let periodAt = clock.now()
  return {
    record: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    recent() {
      if (clock.now() - periodAt < PERIOD_MS) return ranked
      periodAt = clock.now()
      ranked = counts
      counts = new Map(ranked.entries().flatMap(([name, count]) => (count >= 1 ? [[name, count / 2]] : [])))
      return ranked
    },
  }
}
