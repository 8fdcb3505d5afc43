import { sql, type Selectable } from 'kysely'
import type { ListOrder } from '#ground/api/list-start.ts'
import { inOrder, isAfter, type Keyset, type KeysetMark } from '#ground/store/keyset.ts'
import { createPageMarks, type PageMarks } from '#ground/store/page-marks.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { TRACE_SORT } from '#ground/api/list-sorts.ts'

export interface TraceFilter {
  /** Hubs that the requesting person manages; null for all. */
  hubs: readonly string[] | null
  chat?: string | undefined
  run?: string | undefined
  user?: string | undefined
  failed?: boolean | undefined
  since?: EpochMs | undefined
  until?: EpochMs | undefined
  /** Default: newest first. */
  order?: ListOrder<keyof typeof TRACE_SORT.keys>
}

export type TraceMarks = PageMarks<TraceFilter, KeysetMark>

export const createTraceMarks = (): TraceMarks => createPageMarks((filter) => JSON.stringify(filter))

const NEWEST_FIRST = { key: 'started', isDescending: true } as const

export type TraceLine = Selectable<Tables['traces']> & {
  spans: number
}

export type StoredSpan = Selectable<Tables['trace_spans']>

export const INSTANCE_ATTRIBUTE = 'svc.machine'

const MAX_COUNTED_ROWS = 10_000
const MAX_TRACE_SPANS = 2000

const VALUES = {
  started: sql.ref('started_at_us'),
  duration: sql`(${sql.ref('ended_at_us')} - ${sql.ref('started_at_us')})`,
  tokens: sql.ref('tokens'),
} as const

const US_PER_MS = 1000

const keysetOf = ({ order: { key, isDescending, from } = NEWEST_FIRST }: TraceFilter): Keyset => ({
  value: VALUES[key],
  ties: [sql.ref('trace_id'), sql.ref('hub')],
  isDescending,
  from: typeof from === 'number' && key !== 'tokens' ? from * US_PER_MS : from,
})

export async function readTraceLines(
  { db, marks = createTraceMarks() }: Pick<Store, 'db'> & { marks?: TraceMarks },
  filter: TraceFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: TraceLine[]; total: number; totalIsExact: boolean }> {
  if (filter.hubs?.length === 0) return { items: [], total: 0, totalIsExact: true }
  const chats = filter.user === undefined ? null : await readChats(db, filter.user, filter.hubs)
  if (chats?.length === 0) return { items: [], total: 0, totalIsExact: true }
  const keyset = keysetOf(filter)
  const [mark, begin] = [marks.before(filter, offset), isAfter(keyset, null)]
  const after = mark ? isAfter(keyset, mark) : begin
  const found = matching(db, filter, chats)
  const rows = await inOrder(keyset)
    .reduce((all, column) => all.orderBy(column), after === null ? found : found.where(after))
    .selectAll()
    .select(sql<number>`${keyset.value}`.as('value'))
    .limit(limit)
    .offset(mark === undefined ? offset : 0)
    .execute()
  const last = rows.at(-1)
  if (last) marks.remember(filter, offset + rows.length, [last.value, last.trace_id, last.hub])
  const seen = (begin === null ? found : found.where(begin)).select('trace_id').limit(MAX_COUNTED_ROWS + 1)
  const { n } = await db
    .selectFrom(seen.as('seen'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const counts = await countSpans(db, rows)
  return {
    items: rows.map(({ value: _, ...row }) => ({
      ...row,
      spans: counts.get(`${row.trace_id} ${row.hub}`) ?? 0,
    })),
    total: Math.min(n, MAX_COUNTED_ROWS),
    totalIsExact: n <= MAX_COUNTED_ROWS,
  }
}

const matching = (db: Store['db'], filter: TraceFilter, chats: readonly string[] | null) => {
  const { hubs, chat, run, failed, since, until } = filter
  let query = db.selectFrom('traces')
  if (chats !== null) query = query.where('chat_id', 'in', chats)
  if (hubs !== null) query = query.where('hub', 'in', hubs)
  if (chat !== undefined) query = query.where('chat_id', '=', chat)
  if (run !== undefined) query = query.where('run_id', '=', run)
  if (failed !== undefined) query = query.where('failed', '=', failed ? 1 : 0)
  if (since !== undefined) query = query.where('started_at_us', '>=', since * 1000)
  if (until !== undefined) query = query.where('started_at_us', '<', until * 1000)
  return query
}

const MAX_CHATS = 500

/** Chats of the person's latest turns. */
async function readChats(db: Store['db'], email: string, hubs: readonly string[] | null): Promise<string[]> {
  let query = db.selectFrom('usage_turns').where('email', '=', email.toLowerCase())
  if (hubs !== null) query = query.where('hub', 'in', hubs)
  const rows = await query.select('chat_id').orderBy('started_at_ms', 'desc').limit(MAX_CHATS).execute()
  return [...new Set(rows.map(({ chat_id }) => chat_id))]
}

async function countSpans(
  db: Store['db'],
  traces: readonly { trace_id: string }[],
): Promise<ReadonlyMap<string, number>> {
  if (traces.length === 0) return new Map()
  const counts = await db
    .selectFrom('trace_spans')
    .where(
      'trace_id',
      'in',
      traces.map(({ trace_id }) => trace_id),
    )
    .groupBy(['trace_id', 'hub'])
    .select((eb) => ['trace_id', 'hub', eb.fn.countAll<number>().as('n')])
    .execute()
  return new Map(counts.map(({ trace_id, hub, n }) => [`${trace_id} ${hub}`, n]))
}

export const readSpans = (
  { db }: Pick<Store, 'db'>,
  traceId: string,
  hubs: readonly string[] | null,
): Promise<StoredSpan[]> => {
  if (hubs?.length === 0) return Promise.resolve([])
  let query = db.selectFrom('trace_spans').where('trace_id', '=', traceId)
  if (hubs !== null) query = query.where('hub', 'in', hubs)
  return query.selectAll().orderBy('started_at_us').orderBy('span_id').limit(MAX_TRACE_SPANS).execute()
}
