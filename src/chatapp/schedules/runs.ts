import type { ExpressionBuilder, Selectable, Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { SlotRunQueue } from './ports.ts'

export type StoredRun = Selectable<Tables['chat_schedule_runs']>

/** If the instance that took a run has not started it after this time, another instance may take the run. */
const LEASE_MS = 60_000
/** Pause before the next attempt to start a run that has to wait. */
const RETRY_DELAY_MS = 5000
/**
 * A lease that ends later was stored by an instance with a wrong clock. The margin allows for small differences between
 * clocks.
 */
const MAX_LEASE_MS = 2 * LEASE_MS
const BATCH_SIZE = 10
/** Turns of schedules that run at the same time, on all instances together. */
const MAX_RUNNING = 8

/** Claims slots under the lock of the schedule's row, so that a deleted or paused schedule gets no run. */
export const slotRunQueue: SlotRunQueue = {
  async lock(tx, scheduleId) {
    await tx.selectFrom('chat_schedules').select('id').where('id', '=', scheduleId).forUpdate().execute()
  },
  isBusy: (tx, scheduleId) => isBusy(tx, scheduleId),
  async add(tx, { id, scheduleId, slot }, now) {
    const exists = await tx
      .selectFrom('chat_schedules')
      .select('id')
      .where('id', '=', scheduleId)
      .where('paused', 'is', null)
      .executeTakeFirst()
    return exists ? insertRun(tx, { id, scheduleId, slot, now }) : false
  },
}

export type ScheduleRuns = ReturnType<typeof createScheduleRuns>

/**
 * Starts of runs:
 * 1. The run of a slot, or of a person's “Run now”, is stored as `queued`.
 * 2. An instance takes the run for `LEASE_MS`, decides on access, and starts the turn. The ids of the turn's messages
 *    derive from the id of the run, so a second start of the same run finds the first turn.
 * 3. The instance stores the result: `started` or `refused`. If the turn has to wait, the run stays `queued`.
 */
export function createScheduleRuns({ store, clock }: { store: Store; clock: Clock }) {
  const { db } = store
  const change = (id: string, changes: Partial<StoredRun>) =>
    db
      .updateTable('chat_schedule_runs')
      .set(changes)
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .execute()
  return {
    /** @returns False if a run of the schedule is still open. */
    queueNow: (scheduleId: string): Promise<boolean> =>
      store.transaction(async (tx) => {
        await slotRunQueue.lock(tx, scheduleId)
        if (await isBusy(tx, scheduleId)) return false
        return insertRun(tx, { id: newId(), scheduleId, slot: null, now: clock.now() })
      }),

    /** Oldest first. */
    async take(): Promise<StoredRun[]> {
      const now = clock.now()
      const waiting = await db
        .selectFrom('chat_schedule_runs')
        .select('id')
        .where('state', '=', 'queued')
        .where(isFreeAt(now))
        .orderBy('queued_at_ms')
        .limit(BATCH_SIZE)
        .execute()
      if (waiting.length === 0) return []
      const free = Math.max(0, MAX_RUNNING - (await countRunning(db)))
      const ids = waiting.slice(0, free).map(({ id }) => id)
      if (ids.length === 0) return []
      const taken = await db
        .updateTable('chat_schedule_runs')
        .set((run) => ({
          lease_until_ms: now + LEASE_MS,
          tried_at_ms: run.fn.coalesce('tried_at_ms', run.val(now)),
        }))
        .where('id', 'in', ids)
        .where('state', '=', 'queued')
        .where(isFreeAt(now))
        .returningAll()
        .execute()
      return taken.toSorted((a, b) => a.queued_at_ms - b.queued_at_ms)
    },

    started: (id: string, { chatId, answerId }: { chatId: string; answerId: string }) =>
      change(id, {
        state: 'started',
        chat_id: chatId,
        answer_id: answerId,
        started_at_ms: clock.now(),
        lease_until_ms: null,
      }),

    refuse: (id: string, reason: string) =>
      change(id, { state: 'refused', reason, started_at_ms: clock.now(), lease_until_ms: null }),

    /** Releases the run, so that an instance can take it again after `RETRY_DELAY_MS`. */
    release: (id: string) => change(id, { lease_until_ms: clock.now() + RETRY_DELAY_MS }),

    async removeOld(before: EpochMs): Promise<void> {
      await db
        .deleteFrom('chat_schedule_runs')
        .where('queued_at_ms', '<', before)
        .where('state', '!=', 'queued')
        .execute()
    },
  }
}

type Db = Store['db'] | Transaction<Tables>

const isFreeAt = (now: EpochMs) => (run: ExpressionBuilder<Tables, 'chat_schedule_runs'>) =>
  run.or([
    run('lease_until_ms', 'is', null),
    run('lease_until_ms', '<=', now),
    run('lease_until_ms', '>', now + MAX_LEASE_MS),
  ])

async function insertRun(
  tx: Transaction<Tables>,
  { id, scheduleId, slot, now }: { id: string; scheduleId: string; slot: EpochMs | null; now: EpochMs },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('chat_schedule_runs')
    .values({
      id,
      schedule_id: scheduleId,
      slot_ms: slot,
      state: 'queued',
      reason: null,
      chat_id: null,
      answer_id: null,
      queued_at_ms: now,
      started_at_ms: null,
      tried_at_ms: null,
      lease_until_ms: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

async function isBusy(db: Db, scheduleId: string): Promise<boolean> {
  const open = await db
    .selectFrom('chat_schedule_runs')
    .leftJoin('turn_leases', (on) =>
      on
        .onRef('turn_leases.chat_id', '=', 'chat_schedule_runs.chat_id')
        .onRef('turn_leases.answer_id', '=', 'chat_schedule_runs.answer_id'),
    )
    .select('chat_schedule_runs.id')
    .where('schedule_id', '=', scheduleId)
    .where((run) => run.or([run('state', '=', 'queued'), run('turn_leases.chat_id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

async function countRunning(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('turn_leases')
    .innerJoin('chat_schedule_runs', (on) =>
      on
        .onRef('turn_leases.chat_id', '=', 'chat_schedule_runs.chat_id')
        .onRef('turn_leases.answer_id', '=', 'chat_schedule_runs.answer_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
