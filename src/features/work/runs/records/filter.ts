import type { EpochMs } from '#ground/base/clock.ts'
import type { RunStatus } from '../run.ts'

/** Filter of the run history. */
export interface RunFilter {
  /** Slugs; null for all. */
  hubs: readonly string[] | null
  workflow?: string | undefined
  runId?: string | undefined
  status?: RunStatus | undefined
  /** By the time it was queued, included. */
  since?: EpochMs | undefined
  /** The same, left out. */
  until?: EpochMs | undefined
}

/** The same text for filters that give the same list. */
export const runFilterKey = ({ hubs, workflow, runId, status, since, until }: RunFilter): string =>
  JSON.stringify([
    hubs?.toSorted() ?? null,
    workflow ?? null,
    runId ?? null,
    status ?? null,
    since ?? null,
    until ?? null,
  ])

/** A run by its place in the history: newest first, and by id where several were queued at once. */
export interface RunMark {
  queued_at_ms: EpochMs
  id: string
  hub: string
}
