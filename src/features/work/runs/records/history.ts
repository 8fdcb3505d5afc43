import type { SelectQueryBuilder } from 'kysely'
import type { PageMarks } from '#ground/store/page-marks.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { RunFilter, RunMark } from './filter.ts'
import { runOf, stepOf, type RunRow } from './rows.ts'
import type { WorkRun, RunRef, StoredRunStep } from '../run.ts'

export interface RunListPage {
  items: WorkRun[]
  total: number
  totalIsExact: boolean
}

export interface RunUse {
  turns: number
  inputTokens: number
  outputTokens: number
  /** Cost of the turns that have a price. */
  costMicroUsd: number
  unpricedTurns: number
}

type Db = Pick<Store, 'db'>

/** Counting stops at this number of rows, because a full count would read all runs. */
const MAX_COUNTED_ROWS = 10_000
/** For more Hubs than this, the query reads runs by time instead of merging one index per Hub. */
const MERGED = 20

/** Each page continues where the previous page ended, so a deep page is as cheap as the first. */
export async function readRunList(
  { db }: Db,
  marks: PageMarks<RunFilter, RunMark>,
  filter: RunFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RunListPage> {
  if (filter.hubs?.length === 0) return { items: [], total: 0, totalIsExact: true }
  const branches = branchesOf(filter)
  const known = marks.before(filter, offset)
  const mark = known === undefined ? await markBefore(db, branches, offset) : known
  const keys = mark === 'beyond' ? [] : await keysOf(db, branches, mark, { limit, offset: 0 })
  const last = keys.at(-1)
  if (last) marks.remember(filter, offset + keys.length, last)
  let total = 0
  for (const branch of branches)
    if (total <= MAX_COUNTED_ROWS) total += await countUpTo(db, branch, MAX_COUNTED_ROWS + 1 - total)
  return {
    items: await withEvents(db, await rowsOf(db, keys)),
    total: Math.min(total, MAX_COUNTED_ROWS),
    totalIsExact: total <= MAX_COUNTED_ROWS,
  }
}

const branchesOf = (filter: RunFilter): RunFilter[] => {
  const { hubs } = filter
  if (hubs === null || hubs.length > MERGED) return [filter]
  return [...new Set(hubs)].map((hub) => ({ ...filter, hubs: [hub] }))
}

async function markBefore(
  db: Store['db'],
  branches: readonly RunFilter[],
  offset: number,
): Promise<RunMark | 'beyond'> {
  const [mark] = await keysOf(db, branches, null, { limit: 1, offset: offset - 1 })
  return mark ?? 'beyond'
}

function keysOf(
  db: Store['db'],
  branches: readonly RunFilter[],
  mark: RunMark | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<RunMark[]> {
  const [first, ...others] = branches.map((branch) =>
    matching(db, branch, mark).select(['queued_at_ms', 'id', 'hub']),
  )
  return others
    .reduce((all, one) => all.unionAll(one), first!)
    .orderBy('queued_at_ms', 'desc')
    .orderBy('id', 'desc')
    .orderBy('hub', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

async function rowsOf(db: Store['db'], keys: readonly RunMark[]): Promise<RunRow[]> {
  const rows = new Map<string, RunRow>()
  for (const [hub, some] of Map.groupBy(keys, (key) => key.hub)) {
    const ids = some.map(({ id }) => id)
    const query = db.selectFrom('runs').selectAll().where('hub', '=', hub).where('id', 'in', ids)
    for (const row of await query.execute()) rows.set(`${hub} ${row.id}`, row)
  }
  return keys.flatMap(({ hub, id }) => rows.get(`${hub} ${id}`) ?? []) // a run may have been removed meanwhile
}

type Query = SelectQueryBuilder<Tables, 'runs', object>

function matching(db: Store['db'], filter: RunFilter, mark: RunMark | null = null): Query {
  const { hubs, workflow, runId, status, since, until } = filter
  let query: Query = db.selectFrom('runs')
  if (hubs !== null)
    query = hubs.length === 1 ? query.where('hub', '=', hubs[0]!) : query.where('hub', 'in', hubs)
  if (workflow !== undefined) query = query.where('workflow', '=', workflow)
  if (runId !== undefined) query = query.where('id', '=', runId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (since !== undefined) query = query.where('queued_at_ms', '>=', since)
  if (until !== undefined) query = query.where('queued_at_ms', '<', until)
  if (mark !== null)
    query = query.where('queued_at_ms', '<=', mark.queued_at_ms).where((eb) => {
      const afterCursor = eb.and([
        eb('id', '=', mark.id),
        eb('queued_at_ms', '=', mark.queued_at_ms),
        eb('hub', '<', mark.hub),
      ])
      const later = eb.and([eb('queued_at_ms', '=', mark.queued_at_ms), eb('id', '<', mark.id)])
      return eb.or([eb('queued_at_ms', '<', mark.queued_at_ms), later, afterCursor])
    })
  return query
}

async function countUpTo(db: Store['db'], filter: RunFilter, most: number): Promise<number> {
  const { n } = await db
    .selectFrom(matching(db, filter).select('id').limit(most).as('seen'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function withEvents(db: Store['db'], rows: readonly RunRow[]): Promise<WorkRun[]> {
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

export async function readRunById({ db }: Db, { hub, id }: RunRef): Promise<WorkRun | null> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('hub', '=', hub)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? (await withEvents(db, [row]))[0]! : null
}

export async function readLatest(
  { db }: Db,
  { hub, workflow }: Pick<WorkRun, 'hub' | 'workflow'>,
): Promise<WorkRun | null> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('hub', '=', hub)
    .where('workflow', '=', workflow)
    .orderBy('queued_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? (await withEvents(db, [row]))[0]! : null
}

export async function readSteps({ db }: Db, { hub, id }: RunRef): Promise<StoredRunStep[]> {
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
