import { sql, type Kysely } from 'kysely'
import { inOrder, isAfter, type Keyset, type KeysetMark } from '#ground/store/keyset.ts'
import type { ListOrder } from '#ground/api/list-start.ts'
import { createPageMarks, type PageMarks } from '#ground/store/page-marks.ts'
import type { Tables } from '#ground/store/tables.ts'
import { hasGrant, hasAccountLike, hasWord, type Condition, type AccountFilter } from './conditions.ts'
import type { PersonRow } from './person.ts'
import { choosePlan, type PersonPlan } from './plan.ts'
import { readSample, SAMPLED_OF } from './sample.ts'
import { searchedWords } from './search-words.ts'
import type { PEOPLE_SORT } from '#ground/api/list-sorts.ts'

export interface PeopleFilter extends AccountFilter {
  q?: string | undefined
  /** Limits the list to people with a grant on one of these Hubs or on the organization; null for all people. */
  hubs: readonly string[] | null
  permission?: string | undefined
}

export interface PeopleList {
  people: PersonRow[]
  total: number
  /** False if counting stopped at `total`, because a full count would read all people. */
  totalIsExact: boolean
}

export type PeopleOrder = ListOrder<keyof typeof PEOPLE_SORT.keys>

interface Page {
  offset: number
  limit: number
}

interface OrderedFilter extends AccountFilter {
  order: PeopleOrder
}

export type PeopleMarks = PageMarks<OrderedFilter, KeysetMark>

export const createPeopleMarks = (): PeopleMarks =>
  createPageMarks(({ status, role, order }) => JSON.stringify([status, role, order]))

interface Found extends Omit<PeopleList, 'people'> {
  subjects: string[]
}

/** Counting stops at this number, because a full count would read all people. */
const COUNTED = 1000

interface Source {
  db: Kysely<Tables>
  marks: PeopleMarks
}

const BY_NAME: PeopleOrder = { key: 'name', isDescending: false }

export async function listPeople(
  { db, marks = createPeopleMarks() }: Pick<Source, 'db'> & Partial<Source>,
  { order = BY_NAME, ...conditions }: PeopleFilter & Partial<OrderedFilter>,
  page: Page,
): Promise<PeopleList> {
  const filter = { ...conditions, order }
  const asked = conditionsOf(filter)
  if (asked === null) return { people: [], total: 0, totalIsExact: true }
  const { subjects, ...count } = await find({ db, marks }, filter, asked, page)
  const rows = new Map((await bySubject(db, subjects)).map((row) => [row.subject, row]))
  return { people: subjects.flatMap((subject) => rows.get(subject) ?? []), ...count }
}

const VALUES = {
  name: sql.ref('people.name_order'),
  last_active: sql`coalesce(${sql.ref('people.last_active_at')}, -1)`,
  created: sql`coalesce(${sql.ref('people.created_at')}, -1)`,
} as const

const MS_PER_SECOND = 1000

const keysetOf = ({ key, isDescending, from }: PeopleOrder): Keyset => ({
  value: VALUES[key],
  ties: [sql.ref('people.subject')],
  isDescending,
  from: typeof from === 'number' ? wholeSeconds(from, isDescending) : from,
})

/** Rounds in the direction of the list's order, because Postgres does not compare a bigint with a fraction. */
const wholeSeconds = (ms: number, isDescending: boolean): number =>
  (isDescending ? Math.floor : Math.ceil)(ms / MS_PER_SECOND)

const STREAM_BATCH_SIZE = 200

/** Ordered by subject. A person who matches during the whole read appears once, even if other people change. */
export async function* streamPeople(db: Kysely<Tables>, filter: PeopleFilter): AsyncGenerator<PersonRow[]> {
  const asked = conditionsOf(filter)
  if (asked === null) return
  let query = hasAccountLike(filter).everyone(db).orderBy('people.subject').limit(STREAM_BATCH_SIZE)
  for (const { isMetBy } of asked.beyond) query = query.where(isMetBy(sql.ref('people.subject')))
  for (let last = ''; ;) {
    const subjects = (await query.where('people.subject', '>', last).execute()).map(subjectOf)
    if (subjects.length > 0) yield await bySubject(db, subjects)
    if (subjects.length < STREAM_BATCH_SIZE) return
    last = subjects.at(-1)!
  }
}

interface Conditions {
  conditions: Condition[]
  moreWords: Condition[]
  beyond: Condition[]
}

function conditionsOf(filter: PeopleFilter): Conditions | null {
  const words = searchedWords(filter.q)
  if (filter.q?.trim() && words.length === 0) return null
  const [word, ...moreWords] = words.map(hasWord)
  const account = filter.status || filter.role ? [hasAccountLike(filter)] : []
  const first = word ? [word] : []
  const grants = filter.hubs === null && !filter.permission ? [] : [hasGrant(filter)]
  return {
    conditions: [...account, ...first, ...grants],
    moreWords,
    beyond: [...first, ...moreWords, ...grants],
  }
}

async function find(
  { db, marks }: Source,
  filter: PeopleFilter & OrderedFilter,
  { conditions, moreWords, beyond }: Conditions,
  page: Page,
): Promise<Found> {
  if (beyond.length === 0) return everybody({ db, marks }, filter, page)
  const wanted = Math.max(COUNTED, page.offset + page.limit) + 1
  const plan = choosePlan(await readSample(db, conditions), { factor: SAMPLED_OF, wanted })
  if (plan === 'in-order') return readInOrder(db, filter, beyond, page, wanted)
  return throughIndexes(db, filter.order, { conditions, plan, more: moreWords }, page)
}

async function everybody(
  { db, marks }: Source,
  filter: OrderedFilter,
  { offset, limit }: Page,
): Promise<Found> {
  const { status, role, order } = filter
  const ordered = { status, role, order }
  const keyset = keysetOf(order)
  const mark = marks.before(ordered, offset)
  const rows = await ordering(hasAccountLike(filter).everyone(db), keyset, mark ?? null)
    .select(keyset.value.as('value'))
    .offset(mark === undefined ? offset : 0)
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  if (last) marks.remember(ordered, offset + rows.length, [last.value as string | number, last.subject])
  const count =
    order.from === undefined
      ? { total: await countAccountsLike(db, filter), totalIsExact: true }
      : await countFrom(db, filter)
  return { subjects: rows.map(subjectOf), ...count }
}

/** Counts the people from the beginning of the list. */
async function countFrom(
  db: Kysely<Tables>,
  filter: OrderedFilter,
): Promise<{ total: number; totalIsExact: boolean }> {
  const some = ordering(hasAccountLike(filter).everyone(db), keysetOf(filter.order)).limit(COUNTED + 1)
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { total: Math.min(total, COUNTED), totalIsExact: total <= COUNTED }
}

const ordering = (
  query: ReturnType<Condition['everyone']>,
  keyset: Keyset,
  mark: KeysetMark | null = null,
): typeof query => {
  const after = isAfter(keyset, mark)
  return inOrder(keyset).reduce(
    (all: typeof query, column) => all.orderBy(column),
    after === null ? query : query.where(after),
  )
}

async function readInOrder(
  db: Kysely<Tables>,
  filter: OrderedFilter,
  conditions: readonly Condition[],
  { offset, limit }: Page,
  wanted: number,
): Promise<Found> {
  let query = hasAccountLike(filter).everyone(db)
  for (const { isMetBy } of conditions) query = query.where(isMetBy(sql.ref('people.subject')))
  const found = (await ordering(query, keysetOf(filter.order)).limit(wanted).execute()).map(subjectOf)
  return {
    subjects: found.slice(offset, offset + limit),
    total: Math.min(found.length, wanted - 1),
    totalIsExact: found.length < wanted,
  }
}

interface Through {
  conditions: readonly Condition[]
  plan: Exclude<PersonPlan, 'in-order'>
  more: readonly Condition[]
}

async function throughIndexes(
  db: Kysely<Tables>,
  order: PeopleOrder,
  { conditions, plan, more }: Through,
  { offset, limit }: Page,
): Promise<Found> {
  const [first, ...others] = plan.map((n) => conditions[n]!.everyone(db))
  const read = others.reduce(
    (both, other) => both.intersect(other),
    others.length > 0 ? first! : first!.distinct(),
  )
  const keyset = keysetOf(order)
  const begin = isAfter(keyset, null)
  let matching = db
    .selectFrom(read.as('some'))
    .innerJoin('people', 'people.subject', 'some.subject')
    .select(['some.subject', keyset.value.as('value')])
  for (const { isMetBy } of [...conditions.filter((_, n) => !plan.includes(n)), ...more])
    matching = matching.where(isMetBy(sql.ref('some.subject')))
  if (begin !== null) matching = matching.where(begin)
  const inTurn = { ...keyset, value: sql.ref('value'), ties: [sql.ref('subject')] }
  const rows = await db
    .with(
      (cte) => cte('found').materialized(),
      () => matching,
    )
    .selectFrom((eb) => eb.selectFrom('found').select(eb.fn.countAll<number>().as('total')).as('count'))
    .leftJoin(
      (eb) =>
        inOrder(inTurn)
          .reduce((all, column) => all.orderBy(column), eb.selectFrom('found').select(['subject', 'value']))
          .offset(offset)
          .limit(limit)
          .as('page'),
      (join) => join.onTrue(),
    )
    .select(['count.total', 'page.subject'])
    .orderBy(inOrder({ ...inTurn, value: sql.ref('page.value'), ties: [] })[0]!)
    .orderBy('page.subject', order.isDescending ? 'desc' : 'asc')
    .execute()
  const subjects = rows.flatMap(({ subject }) => (subject === null ? [] : [subject]))
  return { subjects, total: rows[0]!.total, totalIsExact: true }
}

async function countAccountsLike(db: Kysely<Tables>, { status, role }: AccountFilter): Promise<number> {
  let query = db.selectFrom('people_counts')
  if (status) query = query.where('status', '=', status)
  if (role) query = query.where('role', '=', role)
  const { total } = await query
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('count'), sql<number>`0`).as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function bySubject(db: Kysely<Tables>, subjects: readonly string[]): Promise<PersonRow[]> {
  if (subjects.length === 0) return []
  return db.selectFrom('people').selectAll().where('subject', 'in', subjects).orderBy('subject').execute()
}

const subjectOf = ({ subject }: { subject: string }): string => subject
