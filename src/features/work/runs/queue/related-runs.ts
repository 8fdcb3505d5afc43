import type { EpochMs } from '#ground/base/clock.ts'
import { nameAmongOthers } from '#ground/instances/instances.ts'
import type { Store } from '#ground/store/store.ts'
import { batchKey } from './queue.ts'
import type { WorkRun, RunStatus } from '../run.ts'

export interface RelatedRuns {
  repeatedBy: string | null
  /** Newest first; empty for a run without events. */
  attempts: { id: string; attempt: number; status: RunStatus; queuedAt: EpochMs }[]
  /** Null if the database knows only one instance. */
  instanceName: string | null
}

const MAX_LISTED_ATTEMPTS = 20

export async function readRelatedRuns(
  { db }: Pick<Store, 'db'>,
  { hub, id, workflow, batch, instance }: Pick<WorkRun, 'hub' | 'id' | 'workflow' | 'batch' | 'instance'>,
): Promise<RelatedRuns> {
  const repeating = await db
    .selectFrom('runs')
    .select('id')
    .where('hub', '=', hub)
    .where('repeats', '=', id)
    .orderBy('queued_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  const attempts = batch
    ? await db
        .selectFrom('runs')
        .select(['id', 'attempt', 'status', 'queued_at_ms'])
        .where('hub', '=', hub)
        .where('workflow', '=', workflow)
        .where('batch', '=', batchKey(batch.events))
        .orderBy('attempt', 'desc')
        .limit(MAX_LISTED_ATTEMPTS)
        .execute()
    : []
  return {
    instanceName: await nameAmongOthers({ db }, instance),
    repeatedBy: repeating?.id ?? null,
    attempts: attempts.map((row) => ({
      id: row.id,
      attempt: row.attempt ?? 1,
      status: row.status as RunStatus,
      queuedAt: row.queued_at_ms,
    })),
  }
}
