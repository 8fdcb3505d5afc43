import type { Transaction } from 'kysely'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Tables } from '#ground/store/tables.ts'
import { ALL_HUBS, lockCounting } from './counting-locks.ts'
import { DAY_MS, HOUR_MS, startOf } from './periods.ts'
import type { CountedTurn, Growth, SumKey } from './sums.ts'

type Kind = 'chat' | 'person'

/** That a chat or a person was there in a step. */
interface Presence {
  hub: string
  kind: Kind
  step: 'hour' | 'day'
  subject: string
  start: EpochMs
}

/** How long presence is kept: longer than any summary reaches back. */
const KEPT_MS = { hour: 3 * DAY_MS, day: 40 * DAY_MS } as const
const MOST_KNOWN = 50_000
const NAMES_AT_ONCE = 200

/**
 * Counts chats and people of each step once. It keeps two numbers: how many there were in a step, and for how many it is
 * the newest step they were in. A period that reaches up to now then counts everybody once by adding the second numbers,
 * however many there are.
 */
export function createPresenceCounter() {
  // Written before: nearly all turns are of a chat and a person of the same hour.
  const known = new BoundedMap<string, true>(MOST_KNOWN)
  let prunedAt = 0
  return {
    /**
     * In a transaction that counts for the turns' Hubs alone; people of all Hubs are counted last. Call what it gives once the
     * transaction is committed.
     */
    async count(
      tx: Transaction<Tables>,
      turns: readonly CountedTurn[],
      growthAt: (key: SumKey) => Growth,
    ): Promise<() => void> {
      const candidates = new Map<string, Presence>()
      for (const turn of turns)
        for (const presence of presencesOf(turn)) {
          const text = textOf(presence)
          if (!known.has(text)) candidates.set(text, presence)
        }
      const isOfAll = ({ hub }: Presence) => hub === ALL_HUBS
      const there = candidates.values().toArray()
      await countAll(
        tx,
        there.filter((one) => !isOfAll(one)),
        growthAt,
      )
      const unseen = await notSeen(tx, there.filter(isOfAll))
      const newest = turns.reduce((latest, { startedAt }) => Math.max(latest, startedAt), 0)
      const prunes = newest - prunedAt > HOUR_MS
      if (unseen.length > 0 || prunes) await lockCounting(tx, [ALL_HUBS])
      await countAll(tx, unseen, growthAt)
      if (prunes) await prune(tx, turns, newest)
      return () => {
        if (prunes) prunedAt = newest
        for (const text of candidates.keys()) known.set(text, true)
      }
    },
  }
}

function* presencesOf({ hub, email, chatId, startedAt }: CountedTurn): Generator<Presence> {
  for (const step of ['hour', 'day'] as const) {
    const start = startOf(step, startedAt)
    yield { hub, kind: 'chat', step, subject: chatId, start }
    if (email === null) continue
    yield { hub, kind: 'person', step, subject: email, start }
    yield { hub: ALL_HUBS, kind: 'person', step, subject: email, start }
  }
}

const textOf = ({ hub, kind, step, subject, start }: Presence) => `${hub} ${kind} ${step} ${start} ${subject}`

/** Those of all Hubs that nobody has counted yet: without its lock, as what is there stays for days. */
async function notSeen(tx: Transaction<Tables>, presences: readonly Presence[]): Promise<Presence[]> {
  const unseen = new Map(presences.map((one) => [textOf(one), one]))
  for (let start = 0; start < presences.length; start += NAMES_AT_ONCE) {
    const some = presences.slice(start, start + NAMES_AT_ONCE)
    const seen = await tx
      .selectFrom('usage_presence')
      .select(['hub', 'kind', 'step', 'subject', 'start_ms as start'])
      .where('hub', '=', ALL_HUBS)
      .where('kind', '=', 'person')
      .where('step', 'in', ['hour', 'day'])
      .where('subject', 'in', [...new Set(some.map(({ subject }) => subject))])
      .where('start_ms', 'in', [...new Set(some.map(({ start }) => start))])
      .execute()
    for (const row of seen) unseen.delete(textOf(row as Presence))
  }
  return [...unseen.values()]
}

async function countAll(
  tx: Transaction<Tables>,
  presences: readonly Presence[],
  growthAt: (key: SumKey) => Growth,
): Promise<void> {
  const groups = Map.groupBy(presences, ({ hub, kind, step }) => `${hub} ${kind} ${step}`)
  for (const group of groups.values())
    for (let start = 0; start < group.length; start += NAMES_AT_ONCE)
      await countGroup(tx, group.slice(start, start + NAMES_AT_ONCE), growthAt)
}

/** Presences of one Hub, kind and step. */
async function countGroup(
  tx: Transaction<Tables>,
  group: readonly Presence[],
  growthAt: (key: SumKey) => Growth,
): Promise<void> {
  const { hub, kind, step } = group[0]!
  const subjects = [...new Set(group.map(({ subject }) => subject))]
  const before = await tx
    .selectFrom('usage_presence')
    .where('hub', '=', hub)
    .where('kind', '=', kind)
    .where('step', '=', step)
    .where('subject', 'in', subjects)
    .groupBy('subject')
    .select((eb) => ['subject', eb.fn.max<number>('start_ms').as('latest')])
    .execute()
  const added = await tx
    .insertInto('usage_presence')
    .values(group.map(({ start, ...one }) => ({ ...one, start_ms: start })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['subject', 'start_ms'])
    .execute()
  const [present, latest] =
    kind === 'chat' ? (['chats', 'lastChats'] as const) : (['people', 'lastPeople'] as const)
  const at = (start: EpochMs) => growthAt({ hub, scope: 'hub', step, start, subject: '' })
  const latestOf = new Map(before.map((row) => [row.subject, row.latest]))
  for (const { subject, start_ms: start } of added) {
    at(start)[present]++
    const last = latestOf.get(subject)
    if (last !== undefined && last >= start) continue
    if (last !== undefined) at(last)[latest]--
    at(start)[latest]++
    latestOf.set(subject, start)
  }
}

/** Of the Hubs that are written about anyway; what others keep is in nobody's way. */
async function prune(tx: Transaction<Tables>, turns: readonly CountedTurn[], now: EpochMs): Promise<void> {
  const hubs = [...new Set(turns.map(({ hub }) => hub)), ALL_HUBS]
  for (const step of ['hour', 'day'] as const)
    await tx
      .deleteFrom('usage_presence')
      .where('hub', 'in', hubs)
      .where('kind', 'in', ['chat', 'person'])
      .where('step', '=', step)
      .where('start_ms', '<', now - KEPT_MS[step])
      .execute()
}
