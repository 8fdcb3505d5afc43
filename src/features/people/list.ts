import { sql, type Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import { hasGrant, hasAccountLike, hasWord, type Condition, type AccountFilter } from './conditions.ts'
import type { PersonRow } from './person.ts'
import { choosePlan, type PersonPlan } from './plan.ts'
import { readSample, SAMPLED_OF } from './sample.ts'
import { searchedWords } from './search-words.ts'

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

interface Page {
  offset: number
  limit: number
}

interface Found extends Omit<PeopleList, 'people'> {
  subjects: string[]
}

/** Counting stops at this number, because a full count would read all people. */
const COUNTED = 1000

export async function listPeople(db: Kysely<Tables>, filter: PeopleFilter, page: Page): Promise<PeopleList> {
  const asked = conditionsOf(filter)
  if (asked === null) return { people: [], total: 0, totalIsExact: true }
  const { subjects, ...count } = await find(db, filter, asked, page)
  return { people: await byName(db, subjects), ...count }
}

const STREAM_BATCH_SIZE = 200

/** Ordered by subject. A person who matches during the whole read appears once, even if other people change. */
export async function* streamPeople(db: Kysely<Tables>, filter: PeopleFilter): AsyncGenerator<PersonRow[]> {
  const asked = conditionsOf(filter)
  if (asked === null) return
  let query = hasAccountLike(filter).everyone(db).orderBy('people.subject').limit(STREAM_BATCH_SIZE)
  for (const { isMetBy } of asked.beyond) query = query.where(isMetBy(sql.ref('people.subject')))
  for (let last = ''; ;) {
    const subjects = (await query.where('people.subject', '>', last).execute()).map(subjectOf)
    if (subjects.length > 0) yield await byName(db, subjects)
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
  db: Kysely<Tables>,
  filter: PeopleFilter,
  { conditions, moreWords, beyond }: Conditions,
  page: Page,
): Promise<Found> {
  if (beyond.length === 0) return everybody(db, filter, page)
  const wanted = Math.max(COUNTED, page.offset + page.limit) + 1
  const plan = choosePlan(await readSample(db, conditions), { factor: SAMPLED_OF, wanted })
  if (plan === 'in-order') return inOrder(db, filter, beyond, page, wanted)
  return throughIndexes(db, conditions, plan, moreWords, page)
}

async function everybody(db: Kysely<Tables>, filter: AccountFilter, { offset, limit }: Page): Promise<Found> {
  const query = hasAccountLike(filter).everyone(db).orderBy('people.subject').offset(offset).limit(limit)
  const [rows, total] = [await query.execute(), await countAccountsLike(db, filter)]
  return { subjects: rows.map(subjectOf), total, totalIsExact: true }
}

async function inOrder(
  db: Kysely<Tables>,
  filter: AccountFilter,
  conditions: readonly Condition[],
  { offset, limit }: Page,
  wanted: number,
): Promise<Found> {
  let query = hasAccountLike(filter).everyone(db)
  for (const { isMetBy } of conditions) query = query.where(isMetBy(sql.ref('people.subject')))
  const found = (await query.orderBy('people.subject').limit(wanted).execute()).map(subjectOf)
  return {
    subjects: found.slice(offset, offset + limit),
    total: Math.min(found.length, wanted - 1),
    totalIsExact: found.length < wanted,
  }
}

async function throughIndexes(
  db: Kysely<Tables>,
  conditions: readonly Condition[],
  plan: Exclude<PersonPlan, 'in-order'>,
  more: readonly Condition[],
  { offset, limit }: Page,
): Promise<Found> {
  const [first, ...others] = plan.map((n) => conditions[n]!.everyone(db))
  const read = others.reduce(
    (both, other) => both.intersect(other),
    others.length > 0 ? first! : first!.distinct(),
  )
  let matching = db.selectFrom(read.as('some')).select('some.subject')
  for (const { isMetBy } of [...conditions.filter((_, n) => !plan.includes(n)), ...more])
    matching = matching.where(isMetBy(sql.ref('some.subject')))
  const rows = await db
    .with(
      (cte) => cte('found').materialized(),
      () => matching,
    )
    .selectFrom((eb) => eb.selectFrom('found').select(eb.fn.countAll<number>().as('total')).as('count'))
    .leftJoin(
      (eb) =>
        eb.selectFrom('found').select('subject').orderBy('subject').offset(offset).limit(limit).as('page'),
      (join) => join.onTrue(),
    )
    .select(['count.total', 'page.subject'])
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

async function byName(db: Kysely<Tables>, subjects: readonly string[]): Promise<PersonRow[]> {
  if (subjects.length === 0) return []
  return db.selectFrom('people').selectAll().where('subject', 'in', subjects).orderBy('subject').execute()
}

const subjectOf = ({ subject }: { subject: string }): string => subject
