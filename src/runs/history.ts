import type { SelectQueryBuilder } from 'kysely'
import type { EpochMs } from '#base/clock.ts'
import type { Store } from '#store/store.ts'
import type { Tables } from '#store/tables.ts'
import { runOf, stepOf, type RunRow } from './rows.ts'
import type { Run, RunRef, RunStatus, Step } from './run.ts'

export interface RunFilter {
  /** Slugs; null for all. */
  hubs: readonly string[] | null
  workflow?: string | undefined
  runId?: string | undefined
  status?: RunStatus | undefined
  /** By the time it was queued, included. */
  since?: EpochMs | undefined
  /** The same, left out. */
  until?: EpochMs | undefined
}

export interface RunPage {
  items: Run[]
  /** At most `COUNTED`. */
  total: number
  totalIsExact: boolean
}

/** What the turns of a run used. */
export interface RunUse {
  turns: number
  inputTokens: number
  outputTokens: number
  /** Of the turns that have a price. */
  costMicroUsd: number
  unpricedTurns: number
}

type Db = Pick<Store, 'db'>

/** Matching runs are counted up to here: counting all would read all. */
const COUNTED = 10_000
/** Few Hubs are read one by one, each through its index, and merged; of many, runs are read by time and filtered. */
const MERGED = 20

/** One page, newest first. */
export async function listRuns(
  { db }: Db,
  filter: RunFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RunPage> {
  const branches = branchesOf(filter)
  let total = 0
  for (const branch of branches)
    if (total <= COUNTED) total += await countUpTo(db, branch, COUNTED + 1 - total)
  const rows =
    branches.length === 1
      ? await newest(matching(db, filter)).selectAll().limit(limit).offset(offset).execute()
      : await mergedPage(db, branches, { limit, offset })
  return {
    items: await withEvents(db, rows),
    total: Math.min(total, COUNTED),
    totalIsExact: total <= COUNTED,
  }
}

const branchesOf = (filter: RunFilter): RunFilter[] => {
  const { hubs } = filter
  if (hubs === null || hubs.length > MERGED) return [filter]
  return [...new Set(hubs)].map((hub) => ({ ...filter, hubs: [hub] }))
}

/** Where the page lies is told from the indexes alone; only its own rows are read. */
async function mergedPage(
  db: Store['db'],
  branches: readonly RunFilter[],
  { limit, offset }: { limit: number; offset: number },
): Promise<RunRow[]> {
  const keys: Key[] = []
  for (const branch of branches)
    keys.push(
      ...(await newest(matching(db, branch))
        .select(['hub', 'id', 'queued_at_ms'])
        .limit(offset + limit)
        .execute()),
    )
  const page = keys.toSorted(byNewest).slice(offset, offset + limit)
  const rows: RunRow[] = []
  for (const [hub, some] of Map.groupBy(page, (key) => key.hub)) {
    const ids = some.map(({ id }) => id)
    const query = db.selectFrom('runs').selectAll().where('hub', '=', hub).where('id', 'in', ids)
    rows.push(...(await query.execute()))
  }
  return rows.toSorted(byNewest)
}

type Key = Pick<RunRow, 'hub' | 'id' | 'queued_at_ms'>

const newest = (query: Query): Query => query.orderBy('queued_at_ms', 'desc').orderBy('id', 'desc')

const byNewest = (a: Key, b: Key): number =>
  b.queued_at_ms - a.queued_at_ms || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

type Query = SelectQueryBuilder<Tables, 'runs', object>

function matching(db: Store['db'], filter: RunFilter): Query {
  const { hubs, workflow, runId, status, since, until } = filter
  let query: Query = db.selectFrom('runs')
  if (hubs !== null)
    query = hubs.length === 1 ? query.where('hub', '=', hubs[0]!) : query.where('hub', 'in', hubs)
  if (workflow !== undefined) query = query.where('workflow', '=', workflow)
  if (runId !== undefined) query = query.where('id', '=', runId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (since !== undefined) query = query.where('queued_at_ms', '>=', since)
  if (until !== undefined) query = query.where('queued_at_ms', '<', until)
  return query
}

async function countUpTo(db: Store['db'], filter: RunFilter, most: number): Promise<number> {
  const { n } = await db
    .selectFrom(matching(db, filter).select('id').limit(most).as('seen'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Runs of these rows, with the names of their events. */
export async function withEvents(db: Store['db'], rows: readonly RunRow[]): Promise<Run[]> {
  const names = new Map<RunRow, string[]>()
  for (const row of rows)
    if (row.inbox !== null) {
      const events = await db
        .selectFrom('run_events')
        .select('name')
        .where('hub', '=', row.hub)
        .where('run_id', '=', row.id)
        .orderBy('name')
        .execute()
      names.set(
        row,
        events.map(({ name }) => name),
      )
    }
  return rows.map((row) => runOf(row, names.get(row) ?? []))
}

export async function readRun({ db }: Db, { hub, id }: RunRef): Promise<Run | null> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('hub', '=', hub)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? (await withEvents(db, [row]))[0]! : null
}

export async function readSteps({ db }: Db, { hub, id }: RunRef): Promise<Step[]> {
  const rows = await db
    .selectFrom('run_steps')
    .selectAll()
    .where('hub', '=', hub)
    .where('run_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(stepOf)
}

export async function readUse({ db }: Db, { hub, id }: RunRef): Promise<RunUse> {
  const { priced, ...use } = await db
    .selectFrom('usage_turns')
    .where('hub', '=', hub)
    .where('run_id', '=', id)
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('turns'),
      fn.coalesce(fn.sum<number>('input_tokens'), eb.lit(0)).as('inputTokens'),
      fn.coalesce(fn.sum<number>('output_tokens'), eb.lit(0)).as('outputTokens'),
      fn.coalesce(fn.sum<number>('cost_micro_usd'), eb.lit(0)).as('costMicroUsd'),
      fn.count<number>('cost_micro_usd').as('priced'),
    ])
    .executeTakeFirstOrThrow()
  return { ...use, unpricedTurns: use.turns - priced }
}

/** Runs queued in a span, by Hub. */
export async function countRuns(
  { db }: Db,
  { hubs, since, until }: { hubs: readonly string[]; since: EpochMs; until: EpochMs },
): Promise<ReadonlyMap<string, number>> {
  if (hubs.length === 0) return new Map()
  const rows = await db
    .selectFrom('runs')
    .where('hub', 'in', hubs)
    .where('queued_at_ms', '>=', since)
    .where('queued_at_ms', '<', until)
    .groupBy('hub')
    .select(({ fn }) => ['hub', fn.countAll<number>().as('n')])
    .execute()
  return new Map(rows.map(({ hub, n }) => [hub, n]))
}
