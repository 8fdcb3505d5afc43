import type { Transaction } from 'kysely'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import { portions } from '#ground/base/portions.ts'
import { createBulkInsert } from '#ground/store/bulk-insert.ts'
import type { Tables } from '#ground/store/tables.ts'
import { ALL_HUBS, lockCounting } from './counting-locks.ts'
import { DAY_MS, HOUR_MS, startOf } from './periods.ts'
import type { CountedTurn, Growth, SumKey } from './sums.ts'

type Kind = 'chat' | 'person'

interface Presence {
  hub: string
  kind: Kind
  subject: string
  hour: EpochMs
}

/** Presences per hour are needed for summaries of 24 hours, presences per day for summaries of up to 30 days. */
const RETENTION_MS = { hour: 3 * DAY_MS, day: 40 * DAY_MS } as const
const MAX_CACHED_ROWS = 50_000
const NAME_BATCH_SIZE = 200

/**
 * Each person counts in every time step with a turn (`people`), and once in the step of the newest turn
 * (`lastPeople`). A sum of `lastPeople` over all steps since a time counts each person once.
 */
export function createPresenceCounter() {
  const known = new BoundedMap<string, true>(MAX_CACHED_ROWS)
  let prunedAt = 0
  return {
    /**
     * The transaction must hold the locks of `lockCounting` for the turns' Hubs. Locks `ALL_HUBS` last.
     * Call the returned function after the commit: it remembers the counted presences, which later calls then skip.
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
  const hour = startOf('hour', startedAt)
  yield { hub, kind: 'chat', subject: chatId, hour }
  if (email === null) return
  yield { hub, kind: 'person', subject: email, hour }
  yield { hub: ALL_HUBS, kind: 'person', subject: email, hour }
}

const textOf = ({ hub, kind, subject, hour }: Presence) => `${hub} ${kind} ${hour} ${subject}`

async function notSeen(tx: Transaction<Tables>, presences: readonly Presence[]): Promise<Presence[]> {
  const unseen = new Map(presences.map((one) => [textOf(one), one]))
  for (const some of portions(presences, NAME_BATCH_SIZE)) {
    const seen = await presenceOf(tx, some)
      .where('step', '=', 'hour')
      .where('start_ms', 'in', [...new Set(some.map(({ hour }) => hour))])
      .select(['subject', 'start_ms as hour'])
      .execute()
    for (const row of seen) unseen.delete(textOf({ ...some[0]!, ...row }))
  }
  return [...unseen.values()]
}

async function countAll(
  tx: Transaction<Tables>,
  presences: readonly Presence[],
  growthAt: (key: SumKey) => Growth,
): Promise<void> {
  for (const group of Map.groupBy(presences, (one) => `${one.hub} ${one.kind}`).values())
    for (const some of portions(group, NAME_BATCH_SIZE)) await countGroup(tx, some, growthAt)
}

const COUNTS = {
  chat: { present: 'chats', latest: 'lastChats', ofDay: 'dayChats' },
  person: { present: 'people', latest: 'lastPeople', ofDay: 'dayPeople' },
} as const

async function countGroup(
  tx: Transaction<Tables>,
  group: readonly Presence[],
  growthAt: (key: SumKey) => Growth,
): Promise<void> {
  const { hub, kind } = group[0]!
  const { present, latest, ofDay } = COUNTS[kind]
  const at = (step: 'hour' | 'day', start: EpochMs) =>
    growthAt({ hub, scope: 'hub', step, start, subject: '' })
  const before = await newestBefore(tx, group)
  const added = await addPresence(tx, group.toSorted((one, other) => other.hour - one.hour).flatMap(rowsOf))
  const move = (
    newest: Map<string, EpochMs>,
    count: typeof latest | typeof ofDay,
    { step, start, of }: { step: 'hour' | 'day'; start: EpochMs; of: string },
  ): boolean => {
    const last = newest.get(of)
    if (last !== undefined && last >= start) return false
    if (last !== undefined) at(step, last)[count]--
    at(step, start)[count]++
    newest.set(of, start)
    return true
  }
  const begun = new Set<string>()
  const moved = new Map<string, Presence>()
  for (const { subject, step, start_ms: start } of added) {
    at(step, start)[present]++
    move(step === 'day' ? before.day : before.hour, latest, { step, start, of: subject })
    const place = presenceKeyOf(subject, startOf('day', start))
    if (step === 'day') begun.add(place)
    else if (move(before.ofDay, ofDay, { step, start, of: place }))
      moved.set(place, { hub, kind, subject, hour: start })
  }
  for (const place of begun) moved.delete(place)
  await keepNewestHours(tx, [...moved.values()])
}

/** Insert presences of the newest hour first, because only the first row of each day is stored. */
const rowsOf = ({ hub, kind, subject, hour }: Presence) => {
  const one = { hub, kind, subject }
  return [
    { ...one, step: 'day' as const, start_ms: startOf('day', hour), last_hour_ms: hour },
    { ...one, step: 'hour' as const, start_ms: hour, last_hour_ms: null },
  ]
}

const addPresence = createBulkInsert((tx, rows: readonly ReturnType<typeof rowsOf>[number][]) =>
  tx
    .insertInto('usage_presence')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['subject', 'step', 'start_ms'])
    .$narrowType<{ step: 'hour' | 'day' }>(),
)

async function keepNewestHours(tx: Transaction<Tables>, presences: readonly Presence[]): Promise<void> {
  for (const [hour, group] of Map.groupBy(presences, (one) => one.hour))
    await tx
      .updateTable('usage_presence')
      .set({ last_hour_ms: hour })
      .where('hub', '=', group[0]!.hub)
      .where('kind', '=', group[0]!.kind)
      .where('step', '=', 'day')
      .where('start_ms', '=', startOf('day', hour))
      .where(
        'subject',
        'in',
        group.map(({ subject }) => subject),
      )
      .execute()
}

const presenceKeyOf = (subject: string, day: EpochMs) => `${day} ${subject}`

async function newestBefore(tx: Transaction<Tables>, group: readonly Presence[]) {
  const rows = await presenceOf(tx, group)
    .where('step', 'in', ['hour', 'day'])
    .groupBy(['step', 'subject'])
    .select(({ fn }) => [
      'step',
      'subject',
      fn.max<number>('start_ms').as('latest'),
      fn.max<number | null>('last_hour_ms').as('hour'),
    ])
    .execute()
  const newest = { day: new Map<string, EpochMs>(), hour: new Map<string, EpochMs>() }
  for (const { step, subject, latest, hour } of rows) {
    if (step === 'day') newest.day.set(subject, latest)
    const last = Math.max(newest.hour.get(subject) ?? 0, step === 'hour' ? latest : (hour ?? 0))
    if (last > 0) newest.hour.set(subject, last)
  }
  const ofDay = new Map<string, EpochMs>()
  const days = new Set(group.map((one) => startOf('day', one.hour)))
  const returned = group.filter((one) => newest.day.get(one.subject)! >= startOf('day', one.hour))
  if (returned.length > 0) {
    const found = await presenceOf(tx, returned)
      .where('step', '=', 'day')
      .where('start_ms', 'in', [...days])
      .where('last_hour_ms', 'is not', null)
      .select(['subject', 'start_ms', 'last_hour_ms'])
      .execute()
    for (const row of found) ofDay.set(presenceKeyOf(row.subject, row.start_ms), row.last_hour_ms!)
  }
  return { ...newest, ofDay }
}

const presenceOf = (tx: Transaction<Tables>, group: readonly Presence[]) =>
  tx
    .selectFrom('usage_presence')
    .where('hub', '=', group[0]!.hub)
    .where('kind', '=', group[0]!.kind)
    .where('subject', 'in', [...new Set(group.map(({ subject }) => subject))])

async function prune(tx: Transaction<Tables>, turns: readonly CountedTurn[], now: EpochMs): Promise<void> {
  const hubs = [...new Set(turns.map(({ hub }) => hub)), ALL_HUBS]
  for (const step of ['hour', 'day'] as const)
    await tx
      .deleteFrom('usage_presence')
      .where('hub', 'in', hubs)
      .where('kind', 'in', ['chat', 'person'])
      .where('step', '=', step)
      .where('start_ms', '<', now - RETENTION_MS[step])
      .execute()
}
