import type { Selectable } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

export interface TraceFilter {
  /** Hubs that the requesting person manages; null for all. */
  hubs: readonly string[] | null
  chat?: string | undefined
  run?: string | undefined
  user?: string | undefined
  failed?: boolean | undefined
  since?: EpochMs | undefined
  until?: EpochMs | undefined
}

export type TraceLine = Selectable<Tables['traces']> & {
  spans: number
}

export type StoredSpan = Selectable<Tables['trace_spans']>

export const INSTANCE_ATTRIBUTE = 'svc.machine'

const MAX_COUNTED_ROWS = 10_000
const MAX_TRACE_SPANS = 2000

export async function readTraceLines(
  { db }: Pick<Store, 'db'>,
  filter: TraceFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: TraceLine[]; total: number; totalIsExact: boolean }> {
  if (filter.hubs?.length === 0) return { items: [], total: 0, totalIsExact: true }
  const chats = filter.user === undefined ? null : await readChats(db, filter.user, filter.hubs)
  if (chats?.length === 0) return { items: [], total: 0, totalIsExact: true }
  const rows = await matching(db, filter, chats)
    .selectAll()
    .orderBy('started_at_us', 'desc')
    .orderBy('trace_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const seen = matching(db, filter, chats)
    .select('trace_id')
    .limit(MAX_COUNTED_ROWS + 1)
  const { n } = await db
    .selectFrom(seen.as('seen'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const counts = await countSpans(db, rows)
  return {
    items: rows.map((row) => ({ ...row, spans: counts.get(`${row.trace_id} ${row.hub}`) ?? 0 })),
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
