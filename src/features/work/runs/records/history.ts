import { sql, type SelectQueryBuilder } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import { inOrder, isAfter, type Keyset } from '#ground/store/keyset.ts'
import type { PageMarks } from '#ground/store/page-marks.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { RunFilter, RunMark, RunOrder } from './filter.ts'
import { runOf, stepOf, type RunRow } from './rows.ts'
import type { WorkRun, RunRef, StoredRunStep } from '../run.ts'

export interface RunListPage {
  items: WorkRun[]
  total: number
  totalIsExact: boolean
}

export interface ListedUse {
  /** Of the newest turn. */
  model: string
  tokens: number
  costMicroUsd: number | null
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

const VALUES = {
  queued: sql.ref('queued_at_ms'),
  duration: sql`coalesce(${sql.ref('ended_at_ms')} - ${sql.ref('started_at_ms')}, -1)`,
  cost: sql`coalesce(${sql.ref('cost_micro_usd')}, -1)`,
} as const

const NEWEST_FIRST: RunOrder = { key: 'queued', isDescending: true }

const keysetOf = ({ order: { key, isDescending, from } = NEWEST_FIRST }: RunFilter): Keyset => ({
  value: VALUES[key],
  ties: [sql.ref('id'), sql.ref('hub')],
  isDescending,
  from,
})

/** Each page continues where the previous page ended, so a deep page is as cheap as the first. */
export async function readRunList(
  { db }: Db,
  marks: PageMarks<RunFilter, RunMark>,
  filter: RunFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RunListPage> {
  if (filter.hubs?.length === 0) return { items: [], total: 0, totalIsExact: true }
  const keyset = keysetOf(filter)
  const branches = branchesOf(filter)
  const mark = marks.before(filter, offset)
  const skipped = mark === undefined ? offset : 0
  const keys = await keysOf(db, branches, { keyset, mark: mark ?? null, limit, offset: skipped })
  const last = keys.at(-1)
  if (last) marks.remember(filter, offset + keys.length, [last.value, last.id, last.hub])
  let total = 0
  for (const branch of branches)
    if (total <= MAX_COUNTED_ROWS) total += await countUpTo(db, branch, MAX_COUNTED_ROWS + 1 - total)
  return {
    items: await withEvents(db, await rowsOf(db, keys)),
    total: Math.min(total, MAX_COUNTED_ROWS),
    totalIsExact: total <= MAX_COUNTED_ROWS,
  }
}

interface RunBranch extends RunFilter {
  /** Column to which the filter `user` applies. */
  by?: 'run_as' | 'requested_by'
}

/** Disjoint parts of the list. Each part has an index in its order. */
const branchesOf = (filter: RunFilter): RunBranch[] => {
  const { hubs, user } = filter
  const byHub: RunBranch[] =
    hubs === null || hubs.length > MERGED || user !== undefined
      ? [filter]
      : [...new Set(hubs)].map((hub) => ({ ...filter, hubs: [hub] }))
  if (user === undefined) return byHub
  return byHub.flatMap((branch) => (['run_as', 'requested_by'] as const).map((by) => ({ ...branch, by })))
}

interface RunKey {
  value: number
  id: string
  hub: string
}

function keysOf(
  db: Store['db'],
  branches: readonly RunBranch[],
  { keyset, mark, limit, offset }: { keyset: Keyset; mark: RunMark | null; limit: number; offset: number },
): Promise<RunKey[]> {
  const [first, ...others] = branches.map((branch) => {
    const after = isAfter(keyset, mark)
    const query = matching(db, branch).select([sql<number>`${keyset.value}`.as('value'), 'id', 'hub'])
    return after === null ? query : query.where(after)
  })
  const order = inOrder({ ...keyset, value: sql.ref('value') })
  return order
    .reduce(
      (all, column) => all.orderBy(column),
      others.reduce((all, one) => all.unionAll(one), first!),
    )
    .limit(limit)
    .offset(offset)
    .execute()
}

async function rowsOf(db: Store['db'], keys: readonly RunKey[]): Promise<RunRow[]> {
  const rows = new Map<string, RunRow>()
  for (const [hub, some] of Map.groupBy(keys, (key) => key.hub)) {
    const ids = some.map(({ id }) => id)
    const query = db.selectFrom('runs').selectAll().where('hub', '=', hub).where('id', 'in', ids)
    for (const row of await query.execute()) rows.set(`${hub} ${row.id}`, row)
  }
  return keys.flatMap(({ hub, id }) => rows.get(`${hub} ${id}`) ?? []) // a run may have been removed meanwhile
}

type Query = SelectQueryBuilder<Tables, 'runs', object>

function matching(db: Store['db'], filter: RunBranch): Query {
  const { hubs, workflow, runId, status, since, until, user, by } = filter
  let query: Query = db.selectFrom('runs')
  if (hubs !== null)
    query = hubs.length === 1 ? query.where('hub', '=', hubs[0]!) : query.where('hub', 'in', hubs)
  if (workflow !== undefined) query = query.where('workflow', '=', workflow)
  if (runId !== undefined) query = query.where('id', '=', runId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (since !== undefined) query = query.where('queued_at_ms', '>=', since)
  if (until !== undefined) query = query.where('queued_at_ms', '<', until)
  if (user !== undefined && by) query = query.where(by, '=', user)
  if (user !== undefined && by === 'requested_by')
    query = query.where((eb) => eb.or([eb('run_as', 'is', null), eb('run_as', '!=', user)]))
  return query
}

async function countUpTo(db: Store['db'], filter: RunBranch, most: number): Promise<number> {
  const begin = isAfter(keysetOf(filter), null)
  const query = matching(db, filter)
  const { n } = await db
    .selectFrom((begin === null ? query : query.where(begin)).select('id').limit(most).as('seen'))
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

/** Keys: Hub and id, separated by a space. Runs without a turn are absent. */
export async function readUses({ db }: Db, runs: readonly RunRef[]): Promise<ReadonlyMap<string, ListedUse>> {
  const uses = new Map<string, ListedUse & { at: EpochMs }>()
  for (const [hub, some] of Map.groupBy(runs, (run) => run.hub)) {
    const ids = some.map(({ id }) => id)
    const rows = await db
      .selectFrom('usage_turns')
      .where('hub', '=', hub)
      .where('run_id', 'in', ids)
      .groupBy(['run_id', 'model'])
      .select(({ fn }) => [
        'run_id',
        'model',
        sql<number>`sum(input_tokens + output_tokens)`.as('tokens'),
        fn.sum<number | null>('cost_micro_usd').as('cost'),
        fn.max('started_at_ms').as('at'),
      ])
      .execute()
    for (const { run_id: id, model, tokens, cost, at } of rows) {
      const known = uses.get(`${hub} ${id}`)
      uses.set(`${hub} ${id}`, {
        ...(known && known.at > at ? known : { model, at }),
        tokens: tokens + (known?.tokens ?? 0),
        costMicroUsd: cost === null ? (known?.costMicroUsd ?? null) : cost + (known?.costMicroUsd ?? 0),
      })
    }
  }
  return uses
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
