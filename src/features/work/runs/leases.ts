import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { withEvents } from './history.ts'
import { appendOutput, outputEnd, type OutputEnd, type Written } from './output.ts'
import { lockQueue } from './queue.ts'
import { excusedOf } from './rows.ts'
import { statusOf, type Run, type RunEnd, type RunRef, type Step, type StepEnd } from './run.ts'

/** Who executes a run: nobody else may report on it. */
export interface Holder extends RunRef {
  owner: string
}

/** The side of the runs that executes them. */
export interface Leases {
  /**
   * Take the oldest queued run of a Hub of which no other run is under way. Unless its owner is heard of again within
   * `leaseMs`, the run is taken to be cut off.
   *
   * @param except Workflows whose turn it is not.
   */
  claim(hub: string, owner: string, leaseMs: number, except?: readonly string[]): Promise<Run | null>
  /** Say that a run goes on. `cancelling`: somebody wants it to end. `lost`: it belongs to somebody else now. */
  beat(holder: Holder, leaseMs: number): Promise<'ours' | 'cancelling' | 'lost'>
  startStep(
    holder: Holder,
    step: Pick<Step, 'id' | 'title' | 'kind' | 'attempt'> & { position: number },
  ): Promise<void>
  finishStep(holder: Holder, id: string, end: StepEnd): Promise<void>
  outputEnd(ref: RunRef): Promise<OutputEnd>
  append(ref: RunRef, end: OutputEnd, written: readonly Written[]): Promise<OutputEnd>
  /** @returns False when it belonged to somebody else by then; nothing is done. */
  finish(holder: Holder, end: RunEnd): Promise<boolean>
  /** Put a run back for somebody else to go on with it. */
  release(holder: Holder): Promise<boolean>
  /**
   * Deal with the Hub's runs whose owners were not heard of for too long: those that can be resumed are queued again,
   * the others end with `error`. @returns Those that ended.
   *
   * @param how.keep    Ids of runs that the caller executes, whatever the clock says: it may have been set, or have
   *                    slept.
   * @param how.leaseMs Lease of runs whose owners set it by a clock that was wrong.
   */
  expire(hub: string, how: ExpiryRules): Promise<Run[]>
}

interface ExpiryRules {
  resumes(workflow: string): boolean
  keep: ReadonlySet<string>
  leaseMs: number
}

/** No lease is longer. One that seems to be was given by a clock that was ahead. */
const LONGEST_LEASE_MS = 3_600_000

export const INTERRUPTED = 'Interrupted: the process that executed it ended.'

export function createLeases({ store, clock }: { store: Store; clock: Pick<Clock, 'now'> }): Leases {
  const { db } = store
  const held = ({ hub, id, owner }: Holder) =>
    db
      .updateTable('runs')
      .where('hub', '=', hub)
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('lease_owner', '=', owner)

  const isHeld = async ({ hub, id, owner }: Holder): Promise<boolean> => {
    const row = await db
      .selectFrom('runs')
      .select('id')
      .where('hub', '=', hub)
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('lease_owner', '=', owner)
      .executeTakeFirst()
    return row !== undefined
  }

  return {
    async claim(hub, owner, leaseMs, except = []) {
      const waiting = await db
        .selectFrom('runs')
        .select(['id', 'workflow'])
        .where('hub', '=', hub)
        .where('status', '=', 'queued')
        .$if(except.length > 0, (all) => all.where('workflow', 'not in', except))
        .where('workflow', 'not in', (eb) =>
          eb
            .selectFrom('runs as going')
            .where('going.hub', '=', hub)
            .where('going.status', '=', 'running')
            .select('going.workflow'),
        )
        .orderBy('queued_at_ms')
        .orderBy('id')
        .limit(100)
        .execute()
      for (const { id, workflow } of waiting) {
        const row = await store.transaction(async (tx) => {
          await lockQueue(tx, hub, workflow)
          const other = await tx
            .selectFrom('runs')
            .select('id')
            .where('hub', '=', hub)
            .where('workflow', '=', workflow)
            .where('status', '=', 'running')
            .limit(1)
            .executeTakeFirst()
          if (other) return null
          const now = clock.now()
          return tx
            .updateTable('runs')
            .where('hub', '=', hub)
            .where('id', '=', id)
            .where('status', '=', 'queued')
            .set((eb) => ({
              status: 'running',
              started_at_ms: eb.fn.coalesce('started_at_ms', eb.val(now)),
              lease_owner: owner,
              lease_until_ms: now + leaseMs,
            }))
            .returningAll()
            .executeTakeFirst()
        })
        if (row) return (await withEvents(db, [row]))[0]!
      }
      return null
    },

    async beat(holder, leaseMs) {
      const row = await held(holder)
        .set({ lease_until_ms: clock.now() + leaseMs })
        .returning('cancelled_by')
        .executeTakeFirst()
      if (!row) return 'lost'
      return row.cancelled_by === null ? 'ours' : 'cancelling'
    },

    async startStep(holder, { id, title, kind, attempt, position }) {
      if (!(await isHeld(holder))) return
      const begun = {
        title,
        kind,
        state: 'running',
        attempt,
        started_at_ms: clock.now(),
        ended_at_ms: null,
        output: null,
        error: null,
        error_detail: null,
        tools: '[]',
      }
      await db
        .insertInto('run_steps')
        .values({ hub: holder.hub, run_id: holder.id, id, position, ...begun })
        .onConflict((conflict) => conflict.columns(['hub', 'run_id', 'id']).doUpdateSet(begun))
        .execute()
    },

    async finishStep(holder, id, { state, output = null, error = null, detail = null, tools = [] }) {
      if (!(await isHeld(holder))) return
      await db
        .updateTable('run_steps')
        .where('hub', '=', holder.hub)
        .where('run_id', '=', holder.id)
        .where('id', '=', id)
        .set({
          state,
          output,
          error,
          error_detail: detail,
          tools: JSON.stringify(tools),
          ended_at_ms: clock.now(),
        })
        .execute()
    },

    outputEnd: (ref) => outputEnd(store, ref),
    append: (ref, end, written) => appendOutput(store, ref, end, written, clock.now()),

    async finish(holder, end) {
      const { outcome, result = null, error = null, detail = null } = end
      const { numUpdatedRows } = await held(holder)
        .set({
          status: statusOf(outcome),
          outcome,
          result,
          error,
          error_detail: detail,
          excused: excusedOf(end),
          ended_at_ms: clock.now(),
          lease_owner: null,
          lease_until_ms: null,
        })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async release(holder) {
      const { numUpdatedRows } = await held(holder)
        .set({ status: 'queued', lease_owner: null, lease_until_ms: null })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async expire(hub, { resumes, keep, leaseMs }) {
      const now = clock.now()
      await db
        .updateTable('runs')
        .set({ lease_until_ms: now + leaseMs })
        .where('hub', '=', hub)
        .where('status', '=', 'running')
        .where('lease_until_ms', '>', now + LONGEST_LEASE_MS)
        .execute()
      const lapsed = await db
        .selectFrom('runs')
        .select(['id', 'workflow', 'lease_owner', 'cancelled_by'])
        .where('hub', '=', hub)
        .where('status', '=', 'running')
        .where('lease_until_ms', '<=', now)
        .execute()
      const ended: Run[] = []
      for (const { id, workflow, lease_owner, cancelled_by } of lapsed) {
        if (keep.has(id)) continue
        const isCancelled = cancelled_by !== null
        const still = held({ hub, id, owner: lease_owner! }).where('lease_until_ms', '<=', now)
        const free = { lease_owner: null, lease_until_ms: null }
        if (resumes(workflow) && !isCancelled) {
          await still.set({ status: 'queued', ...free }).execute()
          continue
        }
        const row = await still
          .set({
            ...(isCancelled
              ? { status: 'cancelled', outcome: 'cancelled' }
              : { status: 'failed', outcome: 'error', error: INTERRUPTED }),
            ended_at_ms: now,
            ...free,
          })
          .returningAll()
          .executeTakeFirst()
        if (!row) continue
        await db
          .updateTable('run_steps')
          .where('hub', '=', hub)
          .where('run_id', '=', id)
          .where('state', '=', 'running')
          .set({ state: 'failed', error: INTERRUPTED, ended_at_ms: now })
          .execute()
        ended.push(...(await withEvents(db, [row])))
      }
      return ended
    },
  }
}
