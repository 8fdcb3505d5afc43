import type { EpochMs } from '#base/clock.ts'
import type { RunStatus } from './run.ts'

/** Which runs of the history are asked for. */
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
