import type { Clock, EpochMs } from '#base/clock.ts'
import type { Store } from '#store/store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A period of a summary: how long it is, and the steps of its series. */
export const PERIODS = {
  '24h': { lengthMs: DAY_MS, stepMs: HOUR_MS },
  '7d': { lengthMs: 7 * DAY_MS, stepMs: DAY_MS },
  '30d': { lengthMs: 30 * DAY_MS, stepMs: DAY_MS },
} as const

export interface UsageCounts {
  chats: number
  /** Turns of agents. */
  messages: number
  activePeople: number
  /** In and out together. */
  tokens: number
}

export interface UsageSummary {
  totals: UsageCounts
  /** Hubs without a turn are left out. */
  byHub: ReadonlyMap<string, UsageCounts>
  /** By the start of the step. Steps without a turn are left out. */
  byStep: ReadonlyMap<EpochMs, UsageCounts>
}

/** Turns of these Hubs, from `since` on and before `until`. `since` is the start of a step. */
export interface UsageSpan {
  hubs: readonly string[]
  since: EpochMs
  until: EpochMs
  stepMs: number
}

export type SummarizeUsage = (span: UsageSpan) => Promise<UsageSummary>

/** A summary is given again for this many times the time it took to make. */
const REST = 20
const MOST_KEPT = 100

/** Summaries of the usage ledger. One that took long is given again for a while, and to all who ask meanwhile. */
export function createSummarizeUsage(deps: {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now'>
}): SummarizeUsage {
  const kept = new Map<string, { summary: Promise<UsageSummary>; goodUntil: EpochMs }>()
  return (span) => {
    const key = JSON.stringify([span.hubs, span.since, span.stepMs])
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

/** Step by step: people and chats are told apart over all of it, and nobody else waits long for the store. */
async function summarize(store: Pick<Store, 'db'>, span: UsageSpan): Promise<UsageSummary> {
  const totals = createTally()
  const byHub = new Map<string, Tally>()
  const byStep = new Map<EpochMs, Tally>()
  for (let at = span.since; at < span.until; at += span.stepMs) {
    const until = Math.min(at + span.stepMs, span.until)
    for (const row of await turnsByChat(store, { hubs: span.hubs, since: at, until })) {
      totals.add(row)
      tallyOf(byHub, row.hub).add(row)
      tallyOf(byStep, at).add(row)
    }
  }
  return { totals: totals.counts(), byHub: countsOf(byHub), byStep: countsOf(byStep) }
}

interface TurnsOfChat {
  hub: string
  chat_id: string
  email: string | null
  turns: number
  input: number
  output: number
}

const turnsByChat = async (
  { db }: Pick<Store, 'db'>,
  { hubs, since, until }: Omit<UsageSpan, 'stepMs'>,
): Promise<TurnsOfChat[]> =>
  hubs.length === 0
    ? []
    : db
        .selectFrom('usage_turns')
        .where('hub', 'in', hubs)
        .where('started_at_ms', '>=', since)
        .where('started_at_ms', '<', until)
        .groupBy(['hub', 'chat_id', 'email'])
        .select((eb) => [
          'hub',
          'chat_id',
          'email',
          eb.fn.countAll<number>().as('turns'),
          eb.cast<number>(eb.fn.sum('input_tokens'), 'bigint').as('input'),
          eb.cast<number>(eb.fn.sum('output_tokens'), 'bigint').as('output'),
        ])
        .execute()

type Tally = ReturnType<typeof createTally>

function createTally() {
  const chats = new Set<string>()
  const people = new Set<string>()
  let [messages, tokens] = [0, 0]
  return {
    add({ hub, chat_id, email, turns, input, output }: TurnsOfChat) {
      chats.add(`${hub} ${chat_id}`)
      if (email !== null) people.add(email)
      messages += turns
      tokens += input + output
    },
    counts: (): UsageCounts => ({ chats: chats.size, messages, activePeople: people.size, tokens }),
  }
}

const tallyOf = <Key>(tallies: Map<Key, Tally>, key: Key): Tally => {
  const known = tallies.get(key) ?? createTally()
  tallies.set(key, known)
  return known
}

const countsOf = <Key>(tallies: ReadonlyMap<Key, Tally>): Map<Key, UsageCounts> =>
  new Map([...tallies].map(([key, tally]) => [key, tally.counts()]))
