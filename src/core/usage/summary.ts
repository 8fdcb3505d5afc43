import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { usageInPartialStep } from './partial-period.ts'
import { DAY_MS, endOf, HOUR_MS, startOf } from './periods.ts'
import { usageBefore } from './period-before.ts'
import { ALL_HUBS } from './counting-locks.ts'
import { sumsOf, usageOf, type UsageAmounts, type WholeSteps } from './whole-periods.ts'

export const PERIODS = {
  '24h': { lengthMs: DAY_MS, step: 'hour', stepMs: HOUR_MS },
  '7d': { lengthMs: 7 * DAY_MS, step: 'day', stepMs: DAY_MS },
  '30d': { lengthMs: 30 * DAY_MS, step: 'day', stepMs: DAY_MS },
} as const

export interface UsageCounts extends UsageAmounts {
  chats: number
  activePeople: number
}

export interface UsageSummary {
  since: EpochMs
  until: EpochMs
  totals: UsageCounts
  before: UsageAmounts
  /** Hubs without a turn are absent. */
  byHub: ReadonlyMap<string, UsageCounts>
  byStep: ReadonlyMap<EpochMs, UsageCounts>
}

export interface UsageSpan {
  hubs: readonly string[]
  areAll: boolean
  period: keyof typeof PERIODS
}

export type SummarizeUsage = (span: UsageSpan) => Promise<UsageSummary>

const CACHE_DURATION_FACTOR = 20
const MAX_CACHED_SUMMARIES = 100

export function createSummarizeUsage(deps: {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now'>
}): SummarizeUsage {
  const cache = new BoundedMap<string, { summary: Promise<UsageSummary>; expiresAt: EpochMs }>(
    MAX_CACHED_SUMMARIES,
  )
  return (span) => {
    const key = JSON.stringify([span.hubs, span.areAll, span.period])
    const startedAt = deps.clock.now()
    const known = cache.get(key)
    if (known && startedAt < known.expiresAt) return known.summary
    const summary = summarize(deps.store, span, startedAt)
    const entry = { summary, expiresAt: Infinity }
    cache.set(key, entry)
    summary.then(
      () => (entry.expiresAt = cachedUntil(deps.clock.now(), startedAt)),
      () => cache.delete(key),
    )
    return summary
  }
}

const cachedUntil = (now: EpochMs, startedAt: EpochMs): EpochMs =>
  now + (now - startedAt) * CACHE_DURATION_FACTOR

async function summarize(
  { db }: Pick<Store, 'db'>,
  { hubs, areAll, period }: UsageSpan,
  until: EpochMs,
): Promise<UsageSummary> {
  const { lengthMs, step } = PERIODS[period]
  const since = until - lengthMs
  if (hubs.length === 0)
    return { since, until, totals: zeroUsage(), before: zeroUsage(), byHub: new Map(), byStep: new Map() }
  const whole: WholeSteps = { hubs, step, since: endOf(step, since - 1) }
  const [sums, steps, people, partial] = await Promise.all([
    sumsOf(db, whole).groupBy('hub').select('hub').execute(),
    sumsOf(db, whole).groupBy('start_ms').select('start_ms').execute(),
    hubs.length === 1 ? null : areAll ? readAllPeople(db, whole) : readPeopleOfHubs(db, whole),
    usageInPartialStep({ db }, { hubs, areAll, step, since, until: whole.since }),
  ])
  const byHub = new Map(
    sums.map((sum) => [sum.hub, { ...usageOf(sum), chats: sum.last_chats, activePeople: sum.last_people }]),
  )
  const there = people && new Map(people.steps.map((one) => [one.start_ms, one.people]))
  const byStep = new Map(
    steps.map((sum) => [
      sum.start_ms,
      {
        ...usageOf(sum),
        chats: sum.chats,
        activePeople: there ? (there.get(sum.start_ms) ?? 0) : sum.people,
      },
    ]),
  )
  for (const use of partial.hubs) {
    const { hub, chats, chatsGone, peopleGone } = use
    const more = { ...usageOf(use), chats: chatsGone, activePeople: peopleGone }
    byHub.set(hub, added(byHub.get(hub) ?? zeroUsage(), more))
    const first = startOf(step, since)
    byStep.set(first, added(byStep.get(first) ?? zeroUsage(), { ...usageOf(use), chats, activePeople: 0 }))
  }
  if (partial.hubs.length > 0) byStep.get(startOf(step, since))!.activePeople = partial.people
  const totals = [...byHub.values()].reduce(added, zeroUsage())
  if (people) totals.activePeople = people.total + partial.peopleGone
  const before = await usageBefore(
    { db },
    { hubs, step, until: since, lengthMs, after: partial.hubs.map(usageOf) },
  )
  return { since, until, totals, before, byHub, byStep }
}

async function readAllPeople(db: Store['db'], { step, since }: Omit<WholeSteps, 'hubs'>) {
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

async function readPeopleOfHubs(db: Store['db'], { hubs, step, since }: WholeSteps) {
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
  'turns',
  'activePeople',
  'tokens',
  'estimatedTurns',
  'costMicroUsd',
  'unpricedTurns',
] as const

const added = (one: UsageCounts, other: UsageCounts): UsageCounts => {
  const sum = zeroUsage()
  for (const count of COUNTS) sum[count] = one[count] + other[count]
  return sum
}

export const ZERO_USAGE: Readonly<UsageCounts> = {
  chats: 0,
  turns: 0,
  activePeople: 0,
  tokens: 0,
  estimatedTurns: 0,
  costMicroUsd: 0,
  unpricedTurns: 0,
}

const zeroUsage = (): UsageCounts => ({ ...ZERO_USAGE })
