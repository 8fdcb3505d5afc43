import { sql, type SelectQueryBuilder } from 'kysely'
import type { PageMarks } from '#ground/store/page-marks.ts'
import type { Store } from '#ground/store/store.ts'
import type { ChainedRow } from './chain.ts'
import type { LedgerDb, LedgerName } from './database.ts'
import {
  byNewest,
  isOldestFirst,
  pageMark,
  matchesEverything,
  type PageMark,
  type RowFilter,
} from './filter.ts'

export interface RecordPage<T> {
  items: T[]
  total: number
  totalIsExact: boolean
}

export const MAX_COUNTED_ROWS = 10_000
const MAX_MERGED_VALUES = 20

interface Source {
  db: LedgerDb
  kind: Store['kind']
  name: LedgerName
}

/** Each page starts after the last row of the previous page, so new rows do not shift later pages. */
export async function listRows(
  { marks, ...source }: Source & { marks: PageMarks<RowFilter, PageMark> },
  filter: RowFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RecordPage<ChainedRow>> {
  const known = marks.before(filter, offset)
  const mark = known ?? (await markBefore(source, filter, offset))
  const items = mark === 'beyond' ? [] : await rowsAfter(source, filter, mark, limit)
  const last = items.at(-1)
  if (last) marks.remember(filter, offset + items.length, pageMark(last))
  return { items, ...(await count(source, filter)) }
}

export async function rowsAfter(
  source: Source,
  filter: RowFilter,
  mark: PageMark | null,
  limit: number,
): Promise<ChainedRow[]> {
  const branches = branchesOf(filter)
  const found: ChainedRow[] = []
  for (const branch of branches)
    found.push(
      ...((await inTurn(matching(source, branch, mark), branch)
        .selectAll()
        .limit(limit)
        .execute()) as ChainedRow[]),
    )
  if (branches.length > 1) found.sort(isOldestFirst(filter) ? (a, b) => byNewest(b, a) : byNewest)
  return found.slice(0, limit)
}

async function markBefore(
  source: Source,
  filter: RowFilter,
  offset: number,
): Promise<PageMark | null | 'beyond'> {
  if (offset === 0) return null
  const [first, ...others] = branchesOf(filter).map((branch) =>
    matching(source, branch, null).select(['at_ms', 'seq']),
  )
  if (!first) return 'beyond'
  const row = await inTurn(
    others.reduce((all, branch) => all.unionAll(branch), first),
    filter,
  )
    .limit(1)
    .offset(offset - 1)
    .executeTakeFirst()
  return row ? pageMark(row) : 'beyond'
}

async function count(source: Source, filter: RowFilter): Promise<{ total: number; totalIsExact: boolean }> {
  if (matchesEverything(filter)) {
    const head = await source.db
      .selectFrom('audit_heads')
      .select('count')
      .where('ledger', '=', source.name)
      .executeTakeFirstOrThrow()
    return { total: head.count, totalIsExact: true }
  }
  let total = 0
  for (const branch of branchesOf(filter)) {
    const seen = matching(source, branch, null)
      .select('seq')
      .limit(MAX_COUNTED_ROWS + 1 - total)
    const { n } = await source.db
      .selectFrom(seen.as('seen'))
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    total += n
    if (total > MAX_COUNTED_ROWS) break
  }
  return { total: Math.min(total, MAX_COUNTED_ROWS), totalIsExact: total <= MAX_COUNTED_ROWS }
}

function branchesOf(filter: RowFilter): RowFilter[] {
  const several = Object.entries(filter.equals).find((entry): entry is [string, readonly string[]] =>
    Array.isArray(entry[1]),
  )
  if (!several || several[1].length > MAX_MERGED_VALUES) return [filter]
  const [column, values] = several
  return [...new Set(values)].map((value) => ({ ...filter, equals: { ...filter.equals, [column]: value } }))
}

type Query<Row = object> = SelectQueryBuilder<Record<LedgerName, ChainedRow>, LedgerName, Row>

/** Columns in the order of their selectivity, the most selective first. */
const NARROWEST = ['subject', 'hub', 'tool', 'actor', 'outcome', 'action', 'surface']

function matching(
  { db, name, kind }: Source,
  { equals, since, until, order }: RowFilter,
  mark: PageMark | null,
): Query {
  let query = db.selectFrom(name) as unknown as Query
  const asked = Object.entries(equals).filter((entry) => entry[1] != null)
  const leading = NARROWEST.find((column) => typeof equals[column] === 'string')
  for (const [column, value] of asked) {
    // A `+` before a column makes SQLite ignore its index, so that only the leading column's index is used.
    const isFollowing = kind === 'sqlite' && column !== leading
    const operand = isFollowing ? sql<string>`+${sql.ref(column)}` : sql.ref<string>(column)
    query = Array.isArray(value)
      ? query.where(operand, 'in', value)
      : query.where(operand, '=', value as string)
  }
  if (since != null) query = query.where('at_ms', '>=', since)
  if (until != null) query = query.where('at_ms', '<', until)
  const after = order?.isDescending === false ? '>' : '<'
  if (order?.from !== undefined) query = query.where('at_ms', `${after}=`, order.from)
  if (mark)
    query = query
      .where('at_ms', `${after}=`, mark.at_ms)
      .where((eb) => eb.or([eb('at_ms', after, mark.at_ms), eb('seq', after, mark.seq)]))
  return query
}

function inTurn<Row>(query: Query<Row>, filter: RowFilter): Query<Row> {
  const direction = isOldestFirst(filter) ? 'asc' : 'desc'
  return query.orderBy('at_ms', direction).orderBy('seq', direction)
}
