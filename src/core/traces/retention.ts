import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'

export interface RetentionDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Clock
  days: number
  mostBytes: number
  onFailure(error: unknown): void
}

const DAY_US = 86_400_000_000
const EVERY_MS = 300_000
const TRACE_BATCH_SIZE = 200

export function startRetention(deps: RetentionDeps): AsyncDisposable {
  const { store, clock, days, mostBytes, onFailure } = deps
  const removeAll = async (signal: AbortSignal) => {
    await remove(store, { hub: null, until: clock.now() * 1000 - days * DAY_US - 1 }, signal)
    for (const excess of await findExcess(store, mostBytes)) await remove(store, excess, signal)
  }
  return startLoop({ clock, everyMs: EVERY_MS, work: removeAll, onFailure })
}

interface TraceSelection {
  hub: string | null
  /** Microseconds since the Unix epoch, inclusive. */
  until: number
}

async function findExcess(
  { db }: Pick<RetentionDeps['store'], 'db'>,
  mostBytes: number,
): Promise<TraceSelection[]> {
  const full = await db
    .selectFrom('traces')
    .select('hub')
    .groupBy('hub')
    .having((eb) => eb.fn.sum('bytes'), '>', mostBytes)
    .execute()
  if (full.length === 0) return []
  const piled = db
    .selectFrom('traces')
    .where(
      'hub',
      'in',
      full.map(({ hub }) => hub),
    )
    .select((eb) => [
      'hub',
      'started_at_us',
      eb.fn
        .sum('bytes')
        .over((over) => over.partitionBy('hub').orderBy('started_at_us', 'desc').orderBy('trace_id', 'desc'))
        .as('bytes_since'),
    ])
  return db
    .selectFrom(piled.as('piled'))
    .where('bytes_since', '>', mostBytes)
    .groupBy('hub')
    .select((eb) => ['hub', eb.fn.max('started_at_us').as('until')])
    .execute()
}

async function remove(
  { db, transaction }: RetentionDeps['store'],
  { hub, until }: TraceSelection,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const began = db.selectFrom('traces').select('trace_id').where('started_at_us', '<=', until)
    const traces = await (hub === null ? began : began.where('hub', '=', hub))
      .orderBy('started_at_us')
      .limit(TRACE_BATCH_SIZE)
      .execute()
    if (traces.length === 0) return
    const ids = traces.map(({ trace_id }) => trace_id)
    await transaction(async (tx) => {
      for (const table of ['trace_spans', 'traces'] as const) {
        const gone = tx.deleteFrom(table).where('trace_id', 'in', ids)
        await (hub === null ? gone : gone.where('hub', '=', hub)).execute()
      }
    })
  }
}
