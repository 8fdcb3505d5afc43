import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { useInBegunStep } from './partial-period.ts'
import { DAY_MS, endOf, HOUR_MS, startOf } from './periods.ts'
import { useBefore } from './period-before.ts'
import { ALL_HUBS } from './counting-locks.ts'
import { sumsOf, useIn, type UsageUse, type WholeSteps } from './whole-periods.ts'

/** `step` is the step of the series. */
export const PERIODS = {
  '24h': { lengthMs: DAY_MS, step: 'hour', stepMs: HOUR_MS },
  '7d': { lengthMs: 7 * DAY_MS, step: 'day', stepMs: DAY_MS },
  '30d': { lengthMs: 30 * DAY_MS, step: 'day', stepMs: DAY_MS },
} as const

export interface UsageCounts extends UsageUse {
  chats: number
  activePeople: number
}

export interface UsageSummary {
  since: EpochMs
  until: EpochMs
  totals: UsageCounts
  /** Usage in the previous period of the same length. */
  before: UsageUse
  /** Hubs without a turn are absent. */
  byHub: ReadonlyMap<string, UsageCounts>
  /** Keys are starts of steps. The first step counts from `since` on. Steps without a turn are absent. */
  byStep: ReadonlyMap<EpochMs, UsageCounts>
}

export interface UsageSpan {
  hubs: readonly string[]
  /** True if `hubs` are all Hubs of the organization. */
  areAll: boolean
  period: keyof typeof PERIODS
}

export type SummarizeUsage = (span: UsageSpan) => Promise<UsageSummary>

/** A summary is cached for this many times the duration of its query. */
const REST = 20
const MAX_CACHED_SUMMARIES = 100

export function createSummarizeUsage(deps: {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now'>
}): SummarizeUsage {
  const kept = new BoundedMap<string, { summary: Promise<UsageSummary>; goodUntil: EpochMs }>(
    MAX_CACHED_SUMMARIES,
  )
  return (span) => {
    const key = JSON.stringify([span.hubs, span.areAll, span.period])
    const startedAt = deps.clock.now()
    const known = kept.get(key)
    if (known && startedAt < known.goodUntil) return known.summary
    const summary = summarize(deps.store, span, startedAt)
    const entry = { summary, goodUntil: Infinity }
    kept.set(key, entry)
    summary.then(
      () => (entry.goodUntil = clockAfter(deps.clock.now(), startedAt)),
      () => kept.delete(key),
    )
    return summary
  }
}

const clockAfter = (now: EpochMs, startedAt: EpochMs): EpochMs => now + (now - startedAt) * REST

/**
 * Reads sums for whole steps, `useInBegunStep` for the first. People of several, not all, Hubs are compared by name.
 */
async function summarize(
  { db }: Pick<Store, 'db'>,
  { hubs, areAll, period }: UsageSpan,
  until: EpochMs,
): Promise<UsageSummary> {
  const { lengthMs, step } = PERIODS[period]
  const since = until - lengthMs
  if (hubs.length === 0)
    return { since, until, totals: noUse(), before: noUse(), byHub: new Map(), byStep: new Map() }
  const whole: WholeSteps = { hubs, step, since: endOf(step, since - 1) }
  const [sums, steps, people, begun] = await Promise.all([
    sumsOf(db, whole).groupBy('hub').select('hub').execute(),
    sumsOf(db, whole).groupBy('start_ms').select('start_ms').execute(),
    hubs.length === 1 ? null : areAll ? everybody(db, whole) : peopleOf(db, whole),
    useInBegunStep({ db }, { hubs, areAll, step, since, until: whole.since }),
  ])
  const byHub = new Map(
    sums.map((sum) => [sum.hub, { ...useIn(sum), chats: sum.last_chats, activePeople: sum.last_people }]),
  )
  const there = people && new Map(people.steps.map((one) => [one.start_ms, one.people]))
  const byStep = new Map(
    steps.map((sum) => [
      sum.start_ms,
      {
        ...useIn(sum),
        chats: sum.chats,
        activePeople: there ? (there.get(sum.start_ms) ?? 0) : sum.people,
      },
    ]),
  )
  for (const use of begun.hubs) {
    const { hub, chats, chatsGone, peopleGone } = use
    const more = { ...useIn(use), chats: chatsGone, activePeople: peopleGone }
    byHub.set(hub, added(byHub.get(hub) ?? noUse(), more))
    const first = startOf(step, since)
    byStep.set(first, added(byStep.get(first) ?? noUse(), { ...useIn(use), chats, activePeople: 0 }))
  }
  if (begun.hubs.length > 0) byStep.get(startOf(step, since))!.activePeople = begun.people
  const totals = [...byHub.values()].reduce(added, noUse())
  if (people) totals.activePeople = people.total + begun.peopleGone
  const before = await useBefore({ db }, { hubs, step, until: since, lengthMs, after: begun.hubs.map(useIn) })
  return { since, until, totals, before, byHub, byStep }
}

async function everybody(db: Store['db'], { step, since }: Omit<WholeSteps, 'hubs'>) {
  const steps = await db
    .selectFrom('usage_periods')
    .where('hub', '=', ALL_HUBS)
    .where('scope', '=', 'hub')
    .where('step', '=', step)
    .where('start_ms', '>=', since)
    .select(['start_ms', 'people', 'last_people'])
    .execute()
  return { steps, total: steps.reduce((sum, { last_people }) => sum + last_people, 0) }
}

async function peopleOf(db: Store['db'], { hubs, step, since }: WholeSteps) {
  const there = db
    .selectFrom('usage_presence')
    .where('step', '=', step)
    .where('start_ms', '>=', since)
    .where('hub', 'in', hubs)
    .where('kind', '=', 'person')
    .select((eb) => eb.fn.count<number>('subject').distinct().as('people'))
  const [steps, { people: total }] = await Promise.all([
    there.groupBy('start_ms').select('start_ms').execute(),
    there.executeTakeFirstOrThrow(),
  ])
  return { steps, total }
}

const COUNTS = [
  'chats',
  'messages',
  'activePeople',
  'tokens',
  'estimatedTurns',
  'costMicroUsd',
  'unpricedTurns',
] as const

const added = (one: UsageCounts, other: UsageCounts): UsageCounts => {
  const sum = noUse()
  for (const count of COUNTS) sum[count] = one[count] + other[count]
  return sum
}

export const NO_USE: Readonly<UsageCounts> = {
  chats: 0,
  messages: 0,
  activePeople: 0,
  tokens: 0,
  estimatedTurns: 0,
  costMicroUsd: 0,
  unpricedTurns: 0,
}

const noUse = (): UsageCounts => ({ ...NO_USE })
