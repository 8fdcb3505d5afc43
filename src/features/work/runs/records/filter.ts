import type { EpochMs } from '#ground/base/clock.ts'
import type { RunStatus } from '../run.ts'

export interface RunFilter {
  /** Slugs; null for all. */
  hubs: readonly string[] | null
  workflow?: string | undefined
  runId?: string | undefined
  status?: RunStatus | undefined
  /** Time of queueing, inclusive. */
  since?: EpochMs | undefined
  /** Time of queueing, exclusive. */
  until?: EpochMs | undefined
}

export const runFilterKey = ({ hubs, workflow, runId, status, since, until }: RunFilter): string =>
  JSON.stringify([
    hubs?.toSorted() ?? null,
    workflow ?? null,
    runId ?? null,
    status ?? null,
    since ?? null,
    until ?? null,
  ])

export interface RunMark {
  queued_at_ms: EpochMs
  id: string
  hub: string
}
