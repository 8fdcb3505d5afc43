import type { Clock } from '#ground/base/clock.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import { isDrainingCondition } from '#ground/instances/instances.ts'
import type { Store } from '#ground/store/store.ts'
import { expire, type ExpiryRules } from './expiry.ts'
import { withEvents } from '../records/history.ts'
import { FREE, held, type RunHolder } from './holder.ts'
import { finishStep, startStep, type StartedStep } from './steps.ts'
import type { NoteEnd } from '../records/end-recorder.ts'
import { appendOutput, outputEnd, type OutputEnd, type Written } from '../records/output.ts'
import { lockQueue } from '../queue/queue.ts'
import { excusedOf } from '../records/rows.ts'
import { statusOf, type WorkRun, type RunEnd, type RunPaused, type RunRef, type StepEnd } from '../run.ts'

/**
 * Run leases: which process executes a run.
 *
 * States: `queued`, `running` (with `lease_owner` and `lease_until_ms`), and the end states. `paused` marks a queued
 * run that waits for a budget or an answer.
 *
 * 1. Claim: under the lock of the workflow's queue, the oldest queued run becomes `running` with its owner, unless
 *    another run of the workflow is `running`. A draining instance claims nothing.
 * 2. Heartbeat: the owner extends the lease. The result reports a requested cancellation, or that the run has another
 *    owner.
 * 3. Report: each write of a step or an end names the owner and the state `running`, so a former owner changes
 *    nothing.
 * 4. End, pause, release: one update by the owner, which also clears the lease. The same transaction writes the
 *    notice of an end.
 * 5. Expire: any process that executes the Hub handles runs whose lease has ended. A resumable run is queued again,
 *    other runs fail as interrupted, and a run with a requested cancellation is cancelled. The update repeats the
 *    condition that the lease has ended, so an owner that renewed it meanwhile keeps its run. Runs of the calling
 *    process are exempt, because its clock may have been set forward. A lease beyond the maximum came from a wrong
 *    clock and is cut.
 *
 * Invariant: a run has one owner at a time, and a workflow has one run in `running`.
 */

export interface Leases {
  /** `except`: workflows that must wait. */
  claim(hub: string, owner: string, leaseMs: number, except?: readonly string[]): Promise<WorkRun | null>
  /** `cancelling`: cancellation was requested. `lost`: another process has the lease. */
  beat(holder: RunHolder, leaseMs: number): Promise<'ours' | 'cancelling' | 'lost'>
  startStep(holder: RunHolder, step: StartedStep): Promise<void>
  finishStep(holder: RunHolder, id: string, end: StepEnd): Promise<void>
  outputEnd(ref: RunRef): Promise<OutputEnd>
  append(ref: RunRef, end: OutputEnd, written: readonly Written[]): Promise<OutputEnd>
  /** @returns False if another process has the lease; then nothing is changed. */
  finish(holder: RunHolder, end: RunEnd): Promise<boolean>
  /** @returns False if another process has the lease. */
  pause(holder: RunHolder, paused: RunPaused): Promise<boolean>
  release(holder: RunHolder): Promise<boolean>
  /** Resumable runs are queued again. Other runs end with `error`. @returns The ended runs. */
  expire(hub: string, rules: ExpiryRules): Promise<WorkRun[]>
}

export const createLeases = (deps: LeasesDeps): Leases => ({
  claim: (hub, owner, leaseMs, except = []) => claim(deps, { hub, owner, leaseMs, except }),
  beat: (holder, leaseMs) => beat(deps, holder, leaseMs),
  startStep: (holder, step) => startStep(deps, holder, step),
  finishStep: (holder, id, end) => finishStep(deps, holder, id, end),
  outputEnd: (ref) => outputEnd(deps.store, ref),
  append: (ref, end, written) => appendOutput(deps.store, ref, end, written, deps.clock.now()),
  finish: (holder, end) => finish(deps, holder, end),
  pause: (holder, paused) => pause(deps, holder, paused),
  release: (holder) => release(deps, holder),
  expire: (hub, rules) => expire(deps, hub, rules),
})

export interface RunInstance {
  id: string
  name: string
}

interface LeasesDeps {
  store: Store
  clock: Pick<Clock, 'now'>
  /** Undefined in a process that executes no runs. */
  instance?: RunInstance | undefined
  hubVersion?: (() => number | null) | undefined
  noteEnd?: NoteEnd | undefined
  notifications?: Pick<WorkNotifications, 'notify'> | undefined
}

interface Claim {
  hub: string
  owner: string
  leaseMs: number
  except: readonly string[]
}

const MAX_CHECKED_RUNS = 100

async function claim(deps: LeasesDeps, wanted: Claim): Promise<WorkRun | null> {
  const { db } = deps.store
  for (const { id, workflow } of await waitingFor(deps, wanted)) {
    const row = await claimWaiting(deps, wanted, { id, workflow })
    if (row) return (await withEvents(db, [row]))[0]!
  }
  return null
}

/** Returns nothing for a draining instance. */
const waitingFor = ({ store: { db }, instance }: LeasesDeps, { hub, except }: Claim) =>
  db
    .selectFrom('runs')
    .select(['runs.id', 'workflow'])
    .where('hub', '=', hub)
    .where('status', '=', 'queued')
    .where('paused', 'is', null)
    .$if(except.length > 0, (all) => all.where('workflow', 'not in', except))
    .where('workflow', 'not in', (eb) =>
      eb
        .selectFrom('runs as going')
        .where('going.hub', '=', hub)
        .where('going.status', '=', 'running')
        .select('going.workflow'),
    )
    .$if(instance !== undefined, (all) => all.where(({ not }) => not(isDrainingCondition(instance!.id))))
    .orderBy('queued_at_ms')
    .orderBy('runs.id')
    .limit(MAX_CHECKED_RUNS)
    .execute()

const claimWaiting = (
  { store, clock, instance, hubVersion }: LeasesDeps,
  { hub, owner, leaseMs }: Claim,
  { id, workflow }: { id: string; workflow: string },
) =>
  store.transaction(async (tx) => {
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
    const version = hubVersion?.() ?? null
    return tx
      .updateTable('runs')
      .where('hub', '=', hub)
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .where('paused', 'is', null)
      .set((eb) => ({
        status: 'running',
        started_at_ms: eb.fn.coalesce('started_at_ms', eb.val(now)),
        lease_owner: owner,
        lease_until_ms: now + leaseMs,
        machine: instance?.name ?? null,
        machine_id: instance?.id ?? null,
        hub_version: eb
          .case()
          .when('started_at_ms', 'is', null)
          .then(version)
          .else(eb.ref('hub_version'))
          .end(),
        last_hub_version: version,
      }))
      .returningAll()
      .executeTakeFirst()
  })

async function beat(
  { store: { db }, clock }: LeasesDeps,
  holder: RunHolder,
  leaseMs: number,
): Promise<'ours' | 'cancelling' | 'lost'> {
  const row = await held(db, holder)
    .set({ lease_until_ms: clock.now() + leaseMs })
    .returning('cancelled_by')
    .executeTakeFirst()
  if (!row) return 'lost'
  return row.cancelled_by === null ? 'ours' : 'cancelling'
}

async function finish(
  { store, clock, noteEnd, notifications }: LeasesDeps,
  holder: RunHolder,
  end: RunEnd,
): Promise<boolean> {
  let isNoted = false
  const isOurs = await store.transaction(async (tx) => {
    const { outcome, result = null, error = null, detail = null } = end
    const row = await held(tx, holder)
      .set({
        status: statusOf(outcome),
        outcome,
        result,
        error,
        error_detail: detail,
        excused: excusedOf(end),
        ended_at_ms: clock.now(),
        ...FREE,
      })
      .returningAll()
      .executeTakeFirst()
    if (!row) return false
    if (noteEnd && outcome !== 'cancelled') isNoted = await noteEnd(tx, (await withEvents(tx, [row]))[0]!)
    return true
  })
  if (isNoted) notifications?.notify('messages')
  return isOurs
}

async function pause(
  { store, clock, notifications }: LeasesDeps,
  holder: RunHolder,
  { message, needs, questionId }: RunPaused,
): Promise<boolean> {
  const isOurs = await store.transaction(async (tx) => {
    const isCancelled = await held(tx, holder)
      .where('cancelled_by', 'is not', null)
      .set({ status: 'cancelled', outcome: 'cancelled', ended_at_ms: clock.now(), ...FREE })
      .executeTakeFirst()
    if (isCancelled.numUpdatedRows > 0n) return true
    const isPaused = await held(tx, holder)
      .set({
        status: 'queued',
        paused: message,
        needs_tokens: needs.tokens,
        needs_micro_usd: needs.costMicroUsd,
        question_id: questionId,
        ...FREE,
      })
      .executeTakeFirst()
    return isPaused.numUpdatedRows > 0n
  })
  if (isOurs) notifications?.notify('paused')
  return isOurs
}

async function release({ store: { db }, notifications }: LeasesDeps, holder: RunHolder): Promise<boolean> {
  const { numUpdatedRows } = await held(db, holder)
    .set({ status: 'queued', ...FREE })
    .executeTakeFirst()
  const isOurs = numUpdatedRows > 0n
  if (isOurs) notifications?.notify('runs')
  return isOurs
}
