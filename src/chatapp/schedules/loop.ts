import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop, type Loop } from '#ground/base/loop.ts'
import { isDraining } from '#ground/instances/instances.ts'
import type { Instance } from '#ground/instances/instance.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import type { Store } from '#ground/store/store.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { ModelCatalog } from '#chatapp/models/models.ts'
import type { Scheduling, SlotLedger } from './ports.ts'
import type { ScheduleRuns } from './runs.ts'
import { timesOf, type StoredSchedule } from './schedules.ts'
import { startScheduledRun, type StartParts } from './start-run.ts'

export interface LoopParts extends Omit<StartParts, 'runs' | 'events'> {
  store: Store
  clock: Clock
  instance: Pick<Instance, 'id'>
  scheduling: Pick<Scheduling, 'parse'>
  ledger: SlotLedger
  runs: ScheduleRuns
  models: Pick<ModelCatalog, 'choose'>
  connections(): readonly { slug: string; away: unknown }[]
  events: StartParts['events'] & Pick<ChatappEvents, 'schedulesNotChecked'>
}

const CHECK_INTERVAL_MS = 30_000
/** Check interval while a run waits, for example until another answer ends. */
const WAITING_INTERVAL_MS = 5000
const BATCH_SIZE = 50
const SWEEP_INTERVAL_MS = 6 * 3_600_000
const RETENTION_MS = 90 * 86_400_000

/** Each instance runs this loop. The ledger lets only one instance queue the run of a slot. */
export function startSchedules(parts: LoopParts): Loop {
  const { clock, events } = parts
  let pauseMs = CHECK_INTERVAL_MS
  let sweepAt = -Infinity
  let checkedAt = -Infinity
  return startLoop({
    clock,
    everyMs: () => pauseMs,
    async work(signal) {
      pauseMs = CHECK_INTERVAL_MS
      const now = clock.now()
      if (now < checkedAt) sweepAt = -Infinity
      checkedAt = now
      const { first, hasQueued } = await readWaiting(parts)
      if (hasQueued || (first !== null && first <= now)) {
        if (await isDraining(parts.store, parts.instance.id)) return
        const processed = await queueDue(parts, now, signal)
        await startQueued(parts, signal)
        pauseMs = processed < BATCH_SIZE ? await untilNext(parts, now) : 0
      } else if (first !== null) pauseMs = Math.max(0, Math.min(CHECK_INTERVAL_MS, first - clock.now()))
      if (clock.now() < sweepAt) return
      await correctNext(parts, signal)
      await parts.runs.removeOld(clock.now() - RETENTION_MS)
      await parts.ledger.removeOld(clock.now() - RETENTION_MS)
      sweepAt = clock.now() + SWEEP_INTERVAL_MS
    },
    onFailure: (error) => {
      if (!isStoreUnavailable(error)) events.schedulesNotChecked({ error })
    },
  })
}

/** While no prompt is due, this is the only SQL statement of a check. */
async function readWaiting({ store }: LoopParts): Promise<{ first: EpochMs | null; hasQueued: boolean }> {
  const row = await store.db
    .selectNoFrom((one) => [
      one
        .selectFrom('chat_schedules')
        .select('next_ms')
        .where('next_ms', 'is not', null)
        .orderBy('next_ms')
        .limit(1)
        .as('first'),
      one.selectFrom('chat_schedule_runs').select('id').where('state', '=', 'queued').limit(1).as('queued'),
    ])
    .executeTakeFirstOrThrow()
  return { first: row.first, hasQueued: row.queued !== null }
}

async function startQueued(parts: LoopParts, signal: AbortSignal): Promise<void> {
  for (let taken = await parts.runs.take(); taken.length > 0; taken = await parts.runs.take())
    for (const run of taken) {
      if (signal.aborted) return
      await startScheduledRun(parts, run)
    }
}

/**
 * While an agent is away, its slots wait. When it is back, the newest slot runs late, and the others count as missed.
 */
async function queueDue(parts: LoopParts, now: EpochMs, signal: AbortSignal): Promise<number> {
  const away = parts.connections().flatMap(({ slug, away }) => (away ? [slug] : []))
  let processed = 0
  let page = await readDue(parts, now, away)
  while (page.length > 0) {
    for (const schedule of page) {
      if (signal.aborted || processed === BATCH_SIZE) return processed
      if (away.length > 0 && (await isAgentAway(parts, schedule))) continue
      const times = await timesOf(parts, schedule)
      if (times) await parts.ledger.runDue(schedule.id, times, now)
      await setNext(parts, schedule, times?.next(now) ?? null)
      processed++
    }
    page = page.length < BATCH_SIZE ? [] : await readDue(parts, now, away, page.at(-1))
  }
  return processed
}

/** @param last Last schedule of the previous page. */
async function readDue(
  { store }: LoopParts,
  now: EpochMs,
  away: readonly string[],
  last?: Pick<StoredSchedule, 'id' | 'next_ms'>,
): Promise<StoredSchedule[]> {
  let query = store.db
    .selectFrom('chat_schedules')
    .selectAll()
    .where('next_ms', '<=', now)
    .where('paused', 'is', null)
    .orderBy('next_ms')
    .orderBy('id')
    .limit(BATCH_SIZE)
  if (away.length > 0) query = query.where('model', 'not in', away)
  if (last)
    query = query.where((row) =>
      row.or([
        row('next_ms', '>', last.next_ms),
        row.and([row('next_ms', '=', last.next_ms), row('id', '>', last.id)]),
      ]),
    )
  return query.execute()
}

/** Corrects times that were stored while a clock was ahead, and that are therefore too late. */
async function correctNext(parts: LoopParts, signal: AbortSignal): Promise<void> {
  const { store, clock, ledger } = parts
  const now = clock.now()
  const rows = await store.db
    .selectFrom('chat_schedules')
    .select(['id', 'schedule', 'time_zone', 'next_ms'])
    .where('next_ms', '>', now)
    .execute()
  for (const schedule of rows) {
    if (signal.aborted) return
    const times = await timesOf(parts, schedule)
    const next = times?.next(now) ?? null
    if (times === null || next === null || next >= schedule.next_ms!) continue
    await store.transaction((tx) => ledger.skipUntil(tx, schedule.id, times, now))
    await setNext(parts, schedule, next)
  }
}

/** Looks the model up, because the id of an agent that an administrator built on a Hub differs from the Hub's slug. */
async function isAgentAway({ accounts, models }: LoopParts, schedule: StoredSchedule): Promise<boolean> {
  const account = await accounts.find(schedule.user_id)
  if (!account) return false
  const chosen = await models.choose(account, schedule.model)
  return !chosen.ok && chosen.refusal === 'model_away'
}

/** Does nothing if the person changed the schedule after it was read. */
const setNext = (
  { store }: LoopParts,
  { id, next_ms }: Pick<StoredSchedule, 'id' | 'next_ms'>,
  next: EpochMs | null,
) =>
  store.db
    .updateTable('chat_schedules')
    .set({ next_ms: next })
    .where('id', '=', id)
    .where('next_ms', '=', next_ms)
    .execute()

/**
 * @param since Start of this check: slots until then were processed or wait for their agent.
 * @returns Milliseconds until the next check.
 */
async function untilNext(parts: LoopParts, since: EpochMs): Promise<number> {
  const row = await parts.store.db
    .selectFrom('chat_schedules')
    .select(({ fn }) => fn.min('next_ms').as('next'))
    .where('next_ms', '>', since)
    .executeTakeFirst()
  const { hasQueued } = await readWaiting(parts)
  const longest = hasQueued ? WAITING_INTERVAL_MS : CHECK_INTERVAL_MS
  return Math.max(0, Math.min(longest, (row?.next ?? Infinity) - parts.clock.now()))
}
