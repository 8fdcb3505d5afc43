import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { batchRunId } from '../records/ids.ts'
import { batchKey, isBusy, lockQueue, queueRun } from './queue.ts'
import { MAX_RETRY_DELAY_MS, retryDelayMs } from './retry.ts'
import type { Batch, WorkRun, RunRef } from '../run.ts'
import { runOf, type RunRow } from '../records/rows.ts'

export interface Batches {
  /**
   * Queues a run for a batch whose retry is due, else for unclaimed events. Schedulers may race: at most one run of
   * the task is open, and an event belongs to one batch.
   *
   * @returns Null if no event is due, or a run of the task is open.
   */
  queueBatch(task: BatchTask): Promise<RunRef | null>
  /** Takes no lock. */
  isBatchDue(task: Omit<BatchTask, 'runAs' | 'fit'>): Promise<boolean>
  /** The caller must still move, retry or quarantine the events of these runs. */
  unsettled(hub: string, workflow?: string): Promise<WorkRun[]>
  settle(ref: RunRef): Promise<void>
  /**
   * No event is claimed until `work` ends. An event of a failed run counts as claimed if the run's workflow is one of
   * `listeners`, because this workflow must still retry or quarantine the event.
   */
  withUnclaimed(
    of: { hub: string; inbox: string; listeners: readonly string[] },
    names: readonly string[],
    work: (unclaimed: readonly string[], tx: Transaction<Tables>) => Promise<void>,
  ): Promise<void>
}

export interface BatchTask {
  hub: string
  workflow: string
  runAs: string | null
  /** Endpoint name. */
  inbox: string
  maxFailures: number
  /** File names, oldest first. Called under the lock of the task's queue. */
  pending(db: Db): Promise<readonly string[]>
  own(names: readonly string[], db: Db): Promise<readonly string[]>
  fit(names: readonly string[]): number
}

type Db = Store['db'] | Transaction<Tables>

interface BatchesDeps {
  store: Store
  clock: Pick<Clock, 'now'>
  notifications?: Pick<WorkNotifications, 'notify'> | undefined
}

export const createBatches = ({ store, clock, notifications }: BatchesDeps): Batches => ({
  async queueBatch(task) {
    const queued = await store.transaction((tx) => queueBatch(tx, task, clock.now()))
    if (queued) notifications?.notify('runs')
    return queued
  },
  async isBatchDue(task) {
    const due = await dueEvents(store.db, task, clock.now())
    return due !== null && (due.retries.length > 0 || due.free.length > 0)
  },
  unsettled: (hub, workflow) => readUnsettled(store.db, hub, workflow),
  async settle({ hub, id }) {
    await store.db
      .updateTable('runs')
      .set({ unsettled: 0 })
      .where('hub', '=', hub)
      .where('id', '=', id)
      .execute()
  },
  withUnclaimed: ({ hub, inbox, listeners }, names, work) =>
    store.transaction(async (tx) => {
      await lockQueue(tx, hub, inboxQueue(inbox))
      const claimed = new Set(
        (await eventsInRuns(tx, { hub, inbox }))
          .filter(({ workflow, isFree }) => !isFree || listeners.includes(workflow))
          .map(({ name }) => name),
      )
      await work(
        names.filter((name) => !claimed.has(name)),
        tx,
      )
    }),
})

export const inboxQueue = (inbox: string): string => `inbox:${inbox}`

async function queueBatch(tx: Transaction<Tables>, task: BatchTask, now: EpochMs): Promise<RunRef | null> {
  const { hub, workflow, runAs, inbox } = task
  await lockQueue(tx, hub, workflow)
  await lockQueue(tx, hub, inboxQueue(inbox)) // locks the inbox too, because another task may read it
  const due = await dueEvents(tx, task, now)
  if (due === null) return null

  const queue = async (batch: Batch): Promise<RunRef | null> => {
    const id = batchRunId(workflow, batch)
    const isNew = await queueRun(tx, { hub, id, workflow, trigger: 'webhook', runAs, batch }, now)
    return isNew ? { hub, id } : null
  }

  for (const { run, events } of due.retries) {
    await settleIn(tx, run)
    if (events.length === 0) continue // the files were removed
    const { attempt, firstAttempt } = run.batch!
    return queue({ inbox, events, attempt: attempt + 1, firstAttempt, failures: failuresAfter(run) })
  }
  const events = due.free.slice(0, task.fit(due.free))
  if (events.length === 0) return null
  const attempt = (await lastAttempt(tx, task, events)) + 1
  return queue({ inbox, events, attempt, firstAttempt: attempt, failures: 0 })
}

interface DueEvents {
  retries: readonly { run: WorkRun; events: readonly string[] }[]
  free: readonly string[]
}

async function dueEvents(
  db: Db,
  { hub, workflow, inbox, maxFailures, pending, own }: Omit<BatchTask, 'runAs' | 'fit'>,
  now: EpochMs,
): Promise<DueEvents | null> {
  if (await isBusy(db, hub, workflow)) return null
  // Claims are read before files. Otherwise, an event that a run finishes between the two reads would count as
  // unclaimed.
  const elsewhere = new Set(
    (await eventsInRuns(db, { hub, inbox }))
      .filter((event) => !event.isFree && event.workflow !== workflow)
      .map(({ name }) => name),
  )
  const open = (await readUnsettled(db, hub, workflow)).filter(({ batch }) => batch?.inbox === inbox)
  const there = await pending(db)
  const present = new Set(there.filter((name) => !elsewhere.has(name)))
  const claimed = new Set(open.flatMap(({ batch }) => batch!.events))
  return {
    retries: open
      .filter((run) => isRetryDue(run, maxFailures, now))
      .map((run) => ({ run, events: run.batch!.events.filter((name) => present.has(name)) })),
    free: await own(
      [...present].filter((name) => !claimed.has(name)),
      db,
    ),
  }
}

/** Events of a failed run are free for other tasks, for example for the same task under a new name. */
export async function eventsInRuns(
  db: Db,
  { hub, inbox }: Pick<BatchTask, 'hub' | 'inbox'>,
): Promise<{ name: string; workflow: string; isOpen: boolean; isFree: boolean }[]> {
  const rows = await db
    .selectFrom('runs')
    .innerJoin('run_events', (join) =>
      join.onRef('run_events.hub', '=', 'runs.hub').onRef('run_events.run_id', '=', 'runs.id'),
    )
    .where('runs.hub', '=', hub)
    .where('runs.unsettled', '=', 1)
    .where('runs.inbox', '=', inbox)
    .select(['run_events.name', 'runs.workflow', 'runs.ended_at_ms', 'runs.outcome'])
    .execute()
  return rows.map(({ name, workflow, ended_at_ms, outcome }) => ({
    name,
    workflow,
    isOpen: ended_at_ms === null,
    isFree: ended_at_ms !== null && outcome !== 'done',
  }))
}

function isRetryDue(run: WorkRun, maxFailures: number, now: EpochMs): boolean {
  if (run.outcome === 'done' || failuresAfter(run) >= maxFailures) return false
  const wait = retryDelayMs(run.batch!.attempt - run.batch!.firstAttempt + 1)
  // An end in the future was written by a wrong clock and must not delay the retry.
  return now >= run.endedAt! + wait || run.endedAt! - now > MAX_RETRY_DELAY_MS
}

export const failuresAfter = ({ batch, isExcused }: WorkRun): number => batch!.failures + (isExcused ? 0 : 1)

export const settleIn = (tx: Transaction<Tables>, { hub, id }: RunRef) =>
  tx.updateTable('runs').set({ unsettled: 0 }).where('hub', '=', hub).where('id', '=', id).execute()

/** Attempts continue to count after events return to the inbox. Otherwise, two runs would get the same id. */
export async function lastAttempt(
  tx: Transaction<Tables>,
  { hub, workflow }: Pick<BatchTask, 'hub' | 'workflow'>,
  events: readonly string[],
): Promise<number> {
  const { last } = await tx
    .selectFrom('runs')
    .where('hub', '=', hub)
    .where('workflow', '=', workflow)
    .where('batch', '=', batchKey(events))
    .select((eb) => eb.fn.max('attempt').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

export async function readUnsettled(db: Db, hub: string, workflow?: string): Promise<WorkRun[]> {
  const rows: RunRow[] = await db
    .selectFrom('runs')
    .selectAll()
    .where('hub', '=', hub)
    .$if(workflow !== undefined, (all) => all.where('workflow', '=', workflow!))
    .where('unsettled', '=', 1)
    .where('ended_at_ms', 'is not', null)
    .orderBy('ended_at_ms')
    .execute()
  const runs: WorkRun[] = []
  for (const row of rows) {
    const events = await db
      .selectFrom('run_events')
      .select('name')
      .where('hub', '=', hub)
      .where('run_id', '=', row.id)
      .orderBy('name')
      .execute()
    const names = events.map(({ name }) => name)
    runs.push(runOf(row, names))
  }
  return runs
}
