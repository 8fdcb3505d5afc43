import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { isBusy, lockQueue, queueRun } from './queue.ts'
import type { NewRun, RunRef } from '../run.ts'
import type { Schedule } from '../cron/slot-range.ts'

export type MissedCause = 'down' | 'disabled' | 'busy' | 'refused'

export interface SlotPlan {
  run: { slot: EpochMs; cause: MissedCause | null } | null
  missed: readonly MissedSlots[]
}

export interface MissedSlots {
  from: EpochMs
  to: EpochMs
  slots: number
  cause: MissedCause
}

export interface Scheduled {
  hub: string
  workflow: string
  schedule: Pick<Schedule, 'key' | 'between'>
  until: EpochMs
}

/** Any scheduler may process a slot, but each slot is processed once: it gets a run or counts as missed. */
export interface SlotLedger<Run> {
  /**
   * The slots of a new or changed schedule begin after `until`.
   * @param plan Receives the time of the last processed slots and whether a run is open. Null leaves the slots for a
   * later call.
   */
  account(
    scheduled: Scheduled,
    plan: (since: EpochMs, isBusy: boolean) => SlotPlan | null,
    runFor: (slot: EpochMs) => Run,
  ): Promise<{ queued: RunRef | null; missed: readonly MissedSlots[] }>
  /** Slots up to `until` neither run nor count as missed. */
  skip(tx: Transaction<Tables>, scheduled: Scheduled): Promise<void>
}

/** Queue for the runs of slots. All calls run in the transaction that claims the slot. */
export interface SlotQueue<Run> {
  /** Until the transaction ends, no run of the workflow is queued or started. */
  lock(tx: Transaction<Tables>, hub: string, workflow: string): Promise<void>
  isBusy(tx: Transaction<Tables>, hub: string, workflow: string): Promise<boolean>
  /** @returns False if a run with this id exists. */
  add(tx: Transaction<Tables>, run: Run, now: EpochMs): Promise<boolean>
}

export interface ScheduleSlots extends SlotLedger<NewRun> {
  countMissed(span: {
    hubs: readonly string[]
    since: EpochMs
    until: EpochMs
  }): Promise<ReadonlyMap<string, number>>
}

interface SlotsDeps {
  store: Store
  notifications?: Pick<WorkNotifications, 'notify'> | undefined
}

export const createScheduleSlots = ({ store, notifications }: SlotsDeps): ScheduleSlots => ({
  ...createSlotLedger<NewRun>({
    store,
    queue: { lock: lockQueue, isBusy, add: queueRun },
    onQueued: () => notifications?.notify('runs'),
  }),

  async countMissed({ hubs, since, until }) {
    if (hubs.length === 0) return new Map()
    const rows = await store.db
      .selectFrom('run_slots')
      .where('hub', 'in', hubs)
      .where('slot_ms', '>=', since)
      .where('slot_ms', '<', until)
      .where('run_id', 'is', null)
      .groupBy('hub')
      .select(({ fn }) => ['hub', fn.sum<number>('slots').as('slots')])
      .execute()
    return new Map(rows.map(({ hub, slots }) => [hub, slots]))
  },
})

interface LedgerDeps<Run> {
  store: Store
  queue: SlotQueue<Run>
  onQueued?(): void
}

export const createSlotLedger = <Run extends { id: string }>({
  store,
  queue,
  onQueued,
}: LedgerDeps<Run>): SlotLedger<Run> => ({
  async account(scheduled, plan, runFor) {
    const { hub, workflow, until } = scheduled
    const accounted = await store.transaction(async (tx) => {
      if (isAccountedFor(await readUntil(tx, scheduled), until)) return NOTHING
      await queue.lock(tx, hub, workflow)
      const since = await readUntil(tx, scheduled)
      if (isAccountedFor(since, until)) return NOTHING
      const isNew = since === null || since > until
      const planned: SlotPlan | null = isNew
        ? { run: null, missed: [] }
        : plan(since, await queue.isBusy(tx, hub, workflow))
      if (planned === null) return NOTHING
      if (since !== null && isNew) await forgetMissed(tx, scheduled)
      await storeUntil(tx, scheduled)
      for (const { from, to, slots, cause } of planned.missed)
        await recordSlot(tx, { hub, workflow, slot_ms: from, last_slot_ms: to, slots, run_id: null, cause })
      if (planned.run === null) return { queued: null, missed: planned.missed }
      const { slot, cause } = planned.run
      const run = runFor(slot)
      const isFirst = await recordSlot(tx, {
        hub,
        workflow,
        slot_ms: slot,
        last_slot_ms: slot,
        slots: 1,
        run_id: run.id,
        cause,
      })
      const isQueued = isFirst && (await queue.add(tx, run, until))
      return { queued: isQueued ? { hub, id: run.id } : null, missed: planned.missed }
    })
    if (accounted.queued) onQueued?.()
    return accounted
  },

  async skip(tx, scheduled) {
    await queue.lock(tx, scheduled.hub, scheduled.workflow)
    const since = await readUntil(tx, scheduled)
    if (isAccountedFor(since, scheduled.until)) return
    if (since !== null && since > scheduled.until) await forgetMissed(tx, scheduled)
    await storeUntil(tx, scheduled)
  },
})

const NOTHING = { queued: null, missed: [] } as const

/** A stored time further in the future than this was written by a wrong clock. */
const AHEAD_MS = 3_600_000

const isAccountedFor = (known: EpochMs | null, until: EpochMs): boolean =>
  known !== null && known >= until && known - until <= AHEAD_MS

/** Keeps slots that had a run, so that they do not run again. */
async function forgetMissed(
  tx: Transaction<Tables>,
  { hub, workflow, schedule, until }: Scheduled,
): Promise<void> {
  await tx
    .deleteFrom('run_slots')
    .where('hub', '=', hub)
    .where('workflow', '=', workflow)
    .where('slot_ms', '>', until)
    .where('run_id', 'is', null)
    .execute()
  const halfTrue = await tx
    .selectFrom('run_slots')
    .select('slot_ms')
    .where('hub', '=', hub)
    .where('workflow', '=', workflow)
    .where('last_slot_ms', '>', until)
    .where('run_id', 'is', null)
    .execute()
  for (const { slot_ms: from } of halfTrue) {
    const { last, count } = schedule.between(from - 1, until) ?? { last: from, count: 1 }
    await tx
      .updateTable('run_slots')
      .set({ last_slot_ms: last, slots: count })
      .where('hub', '=', hub)
      .where('workflow', '=', workflow)
      .where('slot_ms', '=', from)
      .execute()
  }
}

async function readUntil(
  tx: Transaction<Tables>,
  { hub, workflow, schedule }: Scheduled,
): Promise<EpochMs | null> {
  const row = await tx
    .selectFrom('run_schedules')
    .select('until_ms')
    .where('hub', '=', hub)
    .where('workflow', '=', workflow)
    .where('schedule', '=', schedule.key)
    .executeTakeFirst()
  return row?.until_ms ?? null
}

async function storeUntil(
  tx: Transaction<Tables>,
  { hub, workflow, schedule, until }: Scheduled,
): Promise<void> {
  await tx
    .insertInto('run_schedules')
    .values({ hub, workflow, schedule: schedule.key, until_ms: until })
    .onConflict((conflict) =>
      conflict.columns(['hub', 'workflow']).doUpdateSet({ schedule: schedule.key, until_ms: until }),
    )
    .execute()
}

/** A recorded slot stays unchanged: a process whose clock was ahead may have recorded it before its time. */
async function recordSlot(tx: Transaction<Tables>, slot: Tables['run_slots']): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('run_slots')
    .values(slot)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
