import type { EpochMs } from '#ground/base/clock.ts'
import type { ListOrder } from '#ground/api/list-start.ts'
import type { KeysetMark } from '#ground/store/keyset.ts'
import type { RunStatus } from '../run.ts'
import type { RUN_SORT } from '#ground/api/list-sorts.ts'

export type RunOrder = ListOrder<keyof typeof RUN_SORT.keys>

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
  /** Account that the run acts as, or person who started it. */
  user?: string | undefined
  /** Default: newest first. */
  order?: RunOrder
}

export const runFilterKey = ({
  hubs,
  workflow,
  runId,
  status,
  since,
  until,
  user,
  order,
}: RunFilter): string =>
  JSON.stringify([
    hubs?.toSorted() ?? null,
    workflow ?? null,
    runId ?? null,
    status ?? null,
    since ?? null,
    until ?? null,
    user ?? null,
    order ?? null,
  ])

export type RunMark = KeysetMark
