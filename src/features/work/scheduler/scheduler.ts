import { type Clock, type EpochMs, isoTime } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Db, Inboxes } from '#core/inbox/inbox.ts'
import type { Definition } from '#features/work/runs/definitions/definition.ts'
import { slotRunId } from '#features/work/runs/records/ids.ts'
import type { WorkRun, RunRef } from '#features/work/runs/run.ts'
import { failuresAfter } from '#features/work/runs/queue/batches.ts'
import { listenersOf, mustBeRead } from '#features/work/runs/definitions/listening/listeners.ts'
import type { Runs } from '#features/work/runs/runs.ts'
import { parseSchedule } from '#features/work/runs/definitions/schedule.ts'
import { clockZoneOf } from '#features/work/runs/definitions/zone.ts'
import type { Schedule } from '#features/work/runs/cron/slot-range.ts'
import type { SchedulerEvents } from './log-events.ts'
import { createMatching, type Matching } from './matching.ts'
import { planSlots } from './plan.ts'
import { createChatPriority } from './chat-priority.ts'

export interface SchedulerDeps {
  hub: string
  clock: Clock
  runs: Runs
  definitions(): readonly Definition[]
  areAllFilesValid(): boolean
  inbox: Inboxes['of']
  fit(folder: string, names: readonly string[]): number
  isAnswering(): boolean
  /** While this instance drains, other instances do the due work. */
  isDraining(): Promise<boolean>
  maxDelayWhileAnsweringMs: number
  maxAttempts: number
  /** Why a run would be refused now; null if it would be accepted. */
  refusalOf(definition: Definition): Promise<string | null>
  events: SchedulerEvents
}

export interface Scheduler extends AsyncDisposable {
  /** Checks all tasks and workflows for due work. Resolves after a check that started later than the call. */
  check(): Promise<void>
}

/** Source: service specification 1.0.1, "Task trigger". */
const CHECK_INTERVAL_MS = 30_000
const WAITING_CHECK_INTERVAL_MS = 1000

export function startScheduler(deps: SchedulerDeps): Scheduler {
  const { clock, definitions, events } = deps
  const waiting = createChatPriority(deps)
  const matching = createMatching(deps)
  const checkFailed = (workflow: string) => (error: unknown) => events.checkFailed({ workflow, error })

  const checkAll = async (closing: AbortSignal) => {
    if (await deps.isDraining()) return
    const all = definitions()
    waiting.retainOnly(new Set(all.map(({ workflow }) => workflow)))
    await settleRemovedTasks(deps, all).catch(checkFailed('*'))
    for (const definition of all) {
      if (closing.aborted) return
      await checkDefinition({ ...deps, matching }, definition, waiting).catch(
        checkFailed(definition.workflow),
      )
    }
    await markUnmatchedProcessed({ ...deps, matching }, all).catch(checkFailed('*'))
  }
  const everyMs = () => untilNext(deps, waiting)
  const loop = startLoop({ clock, everyMs, work: checkAll, onFailure: checkFailed('*') })
  return { check: loop.wake, [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose]() }
}

function untilNext({ definitions, clock }: SchedulerDeps, waiting: Waiting): number {
  const now = clock.now()
  const slot = nextSlot(definitions(), now) ?? Infinity
  return Math.min(waiting.hasWaiting() ? WAITING_CHECK_INTERVAL_MS : CHECK_INTERVAL_MS, slot - now)
}

export function nextSlot(definitions: readonly Definition[], now: EpochMs): EpochMs | null {
  const slots = definitions.flatMap((one) => (one.enabled ? (scheduleOf(one)?.next(now) ?? []) : []))
  return slots.length > 0 ? Math.min(...slots) : null
}

type Waiting = ReturnType<typeof createChatPriority>

interface CheckDeps extends SchedulerDeps {
  matching: Matching
}

async function checkDefinition(deps: CheckDeps, definition: Definition, waiting: Waiting): Promise<void> {
  if (definition.trigger.kind === 'webhook')
    await checkInbox(deps, definition, definition.trigger.name, waiting)
  else await checkSchedule(deps, definition, waiting)
}

async function settleRemovedTasks(
  { hub, runs, inbox }: SchedulerDeps,
  all: readonly Definition[],
): Promise<void> {
  const handlers = new Set(
    all.filter(({ trigger }) => trigger.kind === 'webhook').map(({ workflow }) => workflow),
  )
  for (const run of await runs.unsettled(hub)) {
    if (handlers.has(run.workflow)) continue
    const { events } = run.batch!
    const stored = inbox(run.batch!.inbox)
    if (run.outcome === 'done') await stored.move(events, 'pending', 'processed')
    else if (isAnyOf(events, await stored.list('pending'))) continue
    await runs.settle(run)
  }
}

const isAnyOf = (names: readonly string[], present: readonly string[]): boolean => {
  const there = new Set(present)
  return names.some((name) => there.has(name))
}

async function checkInbox(
  deps: CheckDeps,
  definition: Definition,
  name: string,
  waiting: Waiting,
): Promise<void> {
  const { hub, runs, maxAttempts, fit, events } = deps
  const { workflow, runAs, enabled } = definition
  const inbox = deps.inbox(name)
  const ended = await runs.unsettled(hub, workflow)
  for (const run of ended) {
    const names = run.batch!.events
    const stored = run.batch!.inbox === name ? inbox : deps.inbox(run.batch!.inbox)
    if (run.outcome === 'done') {
      await stored.move(names, 'pending', 'processed')
      await runs.settle(run)
    } else if (failuresAfter(run) >= maxAttempts) {
      await stored.move(names, 'pending', 'quarantined')
      await runs.settle(run)
      events.batchQuarantined({ run: run.id, workflow, events: names.length })
    } else if (run.batch!.inbox !== name) await runs.settle(run) // the task now reads another inbox
  }
  if (!enabled) return
  const pending = (db: Db) => deps.inbox(name, db).list('pending')
  const own = async (names: readonly string[], db: Db) => {
    const owners = await deps.matching.ownersOf(name, names, db)
    return names.filter((event) => owners.get(event) === workflow)
  }
  const task = { hub, workflow, inbox: name, maxFailures: maxAttempts, pending, own }
  if (!(await runs.isBatchDue(task))) return waiting.clear(workflow)
  if (await isStillRefused(deps, definition, ended.at(-1))) return waiting.clear(workflow)
  if (waiting.mustWait(workflow)) return
  const queued = await runs.queueBatch({
    ...task,
    runAs,
    fit: (free) => fit(inbox.folderOf('pending'), free),
  })
  waiting.clear(workflow)
  if (queued) logQueued(deps, workflow, queued, 'webhook')
}

/** While a file is invalid, unmatched events wait, because the file may contain their listener. */
async function markUnmatchedProcessed(deps: CheckDeps, all: readonly Definition[]): Promise<void> {
  if (!deps.areAllFilesValid()) return
  const { hub, runs, matching, events } = deps
  const endpoints = new Set(all.flatMap(({ trigger }) => (trigger.kind === 'webhook' ? [trigger.name] : [])))
  for (const endpoint of endpoints) {
    const listeners = listenersOf(all, endpoint)
    if (!mustBeRead(listeners)) continue
    const inbox = deps.inbox(endpoint)
    const owners = await matching.ownersOf(endpoint, await inbox.list('pending'))
    const unwanted = [...owners].filter(([, owner]) => owner === null).map(([name]) => name)
    if (unwanted.length === 0) continue
    const workflows = listeners.map(({ workflow }) => workflow)
    await runs.withUnclaimed(
      { hub, inbox: endpoint, listeners: workflows },
      unwanted,
      async (unclaimed, tx) => {
        await deps.inbox(endpoint, tx).markUnmatched(unclaimed)
        if (unclaimed.length > 0) events.eventsUnmatched({ endpoint, events: unclaimed.length })
      },
    )
  }
}

const isStillRefused = async (
  { refusalOf }: SchedulerDeps,
  definition: Definition,
  last: WorkRun | null | undefined,
): Promise<boolean> => last?.isRefused === true && (await refusalOf(definition)) !== null

async function checkSchedule(deps: SchedulerDeps, definition: Definition, waiting: Waiting): Promise<void> {
  const { hub, runs, clock, events } = deps
  const { workflow, runAs, enabled, missed } = definition
  const schedule = scheduleOf(definition)
  if (schedule === null) return
  const isRefused = enabled && (await isStillRefused(deps, definition, await runs.latest({ hub, workflow })))
  const now = clock.now()
  const { queued, missed: slots } = await runs.account(
    { hub, workflow, schedule, until: now },
    (since, isBusy) => {
      const plan = planSlots(schedule, { since, now, isBusy, isRefused, enabled, missed })
      if (plan.run && waiting.mustWait(workflow)) return null
      waiting.clear(workflow)
      return plan
    },
    (slot) => ({ hub, id: slotRunId(workflow, slot), workflow, trigger: 'schedule', runAs, slot }),
  )
  for (const { from, to, slots: count, cause } of slots)
    events.slotsMissed({ workflow, from: isoTime(from), to: isoTime(to), slots: count, cause })
  if (queued) logQueued(deps, workflow, queued, 'schedule')
}

const logQueued = ({ events }: SchedulerDeps, workflow: string, run: RunRef, trigger: string) =>
  events.runQueued({ run: run.id, workflow, trigger })

/** Each schedule is parsed once, because each check uses all schedules. */
const schedules = new WeakMap<Definition['trigger'], Schedule | null>()

function scheduleOf({ trigger }: Definition): Schedule | null {
  if (trigger.kind !== 'schedule') return null
  let known = schedules.get(trigger)
  if (known === undefined) {
    const parsed = parseSchedule(trigger.schedule, clockZoneOf(trigger))
    known = parsed.ok ? parsed.value : null
    schedules.set(trigger, known)
  }
  return known
}
