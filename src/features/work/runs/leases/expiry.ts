import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { withEvents } from '../records/history.ts'
import { FREE, held } from './holder.ts'
import type { NoteEnd } from '../records/end-recorder.ts'
import type { WorkRun } from '../run.ts'

export interface ExpiryRules {
  resumes(workflow: string): boolean
  /**
   * Ids of the runs that the calling process executes. They must not expire, even if the clock was changed or the
   * computer slept.
   */
  keep: ReadonlySet<string>
  /** Maximum duration of a lease. A longer lease was written by a process with a wrong clock. */
  leaseMs: number
}

const MAX_LEASE_MS = 3_600_000

const INTERRUPTED = 'Interrupted: the process that executed it ended.'

interface ExpiryDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  noteEnd?: NoteEnd | undefined
  notifications?: Pick<WorkNotifications, 'notify'> | undefined
}

export async function expire(
  { store, clock, noteEnd, notifications }: ExpiryDeps,
  hub: string,
  { resumes, keep, leaseMs }: ExpiryRules,
): Promise<WorkRun[]> {
  const { db } = store
  const now = clock.now()
  const odd = await db
    .selectFrom('runs')
    .select(['id', 'workflow', 'lease_owner', 'lease_until_ms', 'cancelled_by'])
    .where('hub', '=', hub)
    .where('status', '=', 'running')
    .where((eb) => eb.or([eb('lease_until_ms', '<=', now), eb('lease_until_ms', '>', now + MAX_LEASE_MS)]))
    .execute()
  const ended: WorkRun[] = []
  let isNoted = false
  for (const { id, workflow, lease_owner, lease_until_ms, cancelled_by } of odd) {
    if (lease_until_ms! > now) {
      await held(db, { hub, id, owner: lease_owner! })
        .set({ lease_until_ms: now + leaseMs })
        .execute()
      continue
    }
    if (keep.has(id)) continue
    const isCancelled = cancelled_by !== null
    const still = (on: Store['db']) =>
      held(on, { hub, id, owner: lease_owner! }).where('lease_until_ms', '<=', now)
    if (resumes(workflow) && !isCancelled)
      await still(db)
        .set({ status: 'queued', ...FREE })
        .execute()
    else
      ended.push(
        ...(await store.transaction(async (tx) => {
          const [run] = await endLapsed(tx, still(tx), { hub, id, isCancelled, now })
          if (run && noteEnd && !isCancelled) isNoted = (await noteEnd(tx, run)) || isNoted
          return run ? [run] : []
        })),
      )
  }
  if (isNoted) notifications?.notify('messages')
  return ended
}

async function endLapsed(
  tx: Transaction<Tables>,
  still: ReturnType<typeof held>,
  { hub, id, isCancelled, now }: { hub: string; id: string; isCancelled: boolean; now: EpochMs },
): Promise<WorkRun[]> {
  const row = await still
    .set({
      ...(isCancelled
        ? { status: 'cancelled', outcome: 'cancelled' }
        : { status: 'failed', outcome: 'error', error: INTERRUPTED }),
      ended_at_ms: now,
      ...FREE,
    })
    .returningAll()
    .executeTakeFirst()
  if (!row) return []
  await tx
    .updateTable('run_steps')
    .where('hub', '=', hub)
    .where('run_id', '=', id)
    .where('state', '=', 'running')
    .set({ state: 'failed', error: INTERRUPTED, ended_at_ms: now })
    .execute()
  return withEvents(tx, [row])
}
