import type { Clock, EpochMs } from '#base/clock.ts'
import type { Store } from '#store/store.ts'
import { DAY_MS, HOUR_MS } from './periods.ts'
import { ALL_HUBS } from './presence.ts'

/** A period of a summary: how long it is, and the steps of its series. */
export const PERIODS = {
  '24h': { lengthMs: DAY_MS, step: 'hour', stepMs: HOUR_MS },
  '7d': { lengthMs: 7 * DAY_MS, step: 'day', stepMs: DAY_MS },
  '30d': { lengthMs: 30 * DAY_MS, step: 'day', stepMs: DAY_MS },
} as const

export interface UsageCounts {
  chats: number
  /** Turns of agents. */
  messages: number
  activePeople: number
  /** In and out together. */
  tokens: number
  /** Turns whose tokens are estimated. */
  estimatedTurns: number
  /** Micro-dollars, of the turns that have a price. */
  costMicroUsd: number
  unpricedTurns: number
}

export interface UsageSummary {
  totals: UsageCounts
  /** Hubs without a turn are left out. */
  byHub: ReadonlyMap<string, UsageCounts>
  /** By the start of the step. Steps without a turn are left out. */
  byStep: ReadonlyMap<EpochMs, UsageCounts>
}

/** Turns of these Hubs from `since` on, which is the start of a step, up to now. */
export interface UsageSpan {
  hubs: readonly string[]
  /** Whether these are all Hubs there are. */
  areAll: boolean
  since: EpochMs
  step: 'hour' | 'day'
}

export type SummarizeUsage = (span: UsageSpan) => Promise<UsageSummary>

/** A summary is given again for this many times the time it took to make. */
const REST = 20
const MOST_KEPT = 100

/** Summaries of usage. One that took long is given again for a while, and to all who ask meanwhile. */
export function createSummarizeUsage(deps: {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now'>
}): SummarizeUsage {
  const kept = new Map<string, { summary: Promise<UsageSummary>; goodUntil: EpochMs }>()
  return (span) => {
    const key = JSON.stringify([span.hubs, span.areAll, span.since, span.step])
    const startedAt = deps.clock.now()
    const known = kept.get(key)
    if (known && startedAt < known.goodUntil) return known.summary
    const summary = summarize(deps.store, span)
    const entry = { summary, goodUntil: Infinity }
    kept.delete(key)
    kept.set(key, entry)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    summary.then(
      () => (entry.goodUntil = clockAfter(deps.clock.now(), startedAt)),
      () => kept.delete(key),
    )
    return summary
  }
}

const clockAfter = (now: EpochMs, startedAt: EpochMs): EpochMs => now + (now - startedAt) * REST

/** From running sums. People of several Hubs, but not of all, must be told apart one by one. */
async function summarize({ db }: Pick<Store, 'db'>, span: UsageSpan): Promise<UsageSummary> {
  if (span.hubs.length === 0) return { totals: noUse(), byHub: new Map(), byStep: new Map() }
  const [hubs, steps, people] = await Promise.all([
    sumsOf(db, span).groupBy('hub').select('hub').execute(),
    sumsOf(db, span).groupBy('start_ms').select('start_ms').execute(),
    span.hubs.length === 1 ? null : span.areAll ? everybody(db, span) : peopleOf(db, span),
  ])
  const byHub = new Map(
    hubs.map((sums) => [
      sums.hub,
      { ...useIn(sums), chats: sums.last_chats, activePeople: sums.last_people },
    ]),
  )
  const totals = noUse()
  for (const use of byHub.values()) for (const count of COUNTS) totals[count] += use[count]
  if (people) totals.activePeople = people.total
  const there = people && new Map(people.steps.map((step) => [step.start_ms, step.people]))
  const byStep = new Map(
    steps.map((sums) => [
      sums.start_ms,
      {
        ...useIn(sums),
        chats: sums.chats,
        activePeople: there ? (there.get(sums.start_ms) ?? 0) : sums.people,
      },
    ]),
  )
  return { totals, byHub, byStep }
}

const sumsOf = (db: Store['db'], { hubs, step, since }: UsageSpan) =>
  db
    .selectFrom('usage_periods')
    .where('hub', 'in', hubs)
    .where('scope', '=', 'hub')
    .where('step', '=', step)
    .where('start_ms', '>=', since)
    .select(({ fn }) => [
      fn.sum<number>('turns').as('turns'),
      fn.sum<number>('tokens').as('tokens'),
      fn.sum<number>('cost_micro_usd').as('cost'),
      fn.sum<number>('unpriced_turns').as('unpriced'),
      fn.sum<number>('estimated_turns').as('estimated'),
      fn.sum<number>('chats').as('chats'),
      fn.sum<number>('people').as('people'),
      fn.sum<number>('last_chats').as('last_chats'),
      fn.sum<number>('last_people').as('last_people'),
    ])

const useIn = (sums: {
  turns: number
  tokens: number
  cost: number
  unpriced: number
  estimated: number
}) => ({
  messages: sums.turns,
  tokens: sums.tokens,
  costMicroUsd: sums.cost,
  unpricedTurns: sums.unpriced,
  estimatedTurns: sums.estimated,
})

/** People over all Hubs, who are counted apart. */
async function everybody(db: Store['db'], { step, since }: UsageSpan) {
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

async function peopleOf(db: Store['db'], { hubs, step, since }: UsageSpan) {
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

const noUse = (): UsageCounts => ({
  chats: 0,
  messages: 0,
  activePeople: 0,
  tokens: 0,
  estimatedTurns: 0,
  costMicroUsd: 0,
  unpricedTurns: 0,
})
