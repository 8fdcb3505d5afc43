import { sql, type Kysely, type SqlBool } from 'kysely'
import { ORGANIZATION } from '#access/permission.ts'
import type { Tables } from '#store/tables.ts'
import type { Person } from './person.ts'
import type { AccountRole, AccountStatus } from './schema.ts'
import { behind, searchedWords } from './words.ts'

export interface PeopleFilter {
  q?: string | undefined
  status?: AccountStatus | undefined
  role?: AccountRole | undefined
  /** Only those with a grant on one of these Hubs or on the organization; null for everybody. */
  hubs: readonly string[] | null
}

export interface PeopleList {
  people: Person[]
  total: number
  /** False: more than `total` match, and counting them would read them all. */
  totalIsExact: boolean
}

/** A condition that at most so few people meet is read whole; the others are then checked one by one. */
const FEW = 2000
/** Matches are counted up to here when no condition is met by few. */
const COUNTED = 1000

/**
 * People in the order of their subjects. No list reads everybody: the condition that the fewest meet is read through
 * its index; when each is met by many, people are read in order until the page is full.
 */
export async function listPeople(
  db: Kysely<Tables>,
  filter: PeopleFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<PeopleList> {
  const words = searchedWords(filter.q)
  // A search for signs that begin no word finds nobody.
  if (filter.q?.trim() && words.length === 0) return { people: [], total: 0, totalIsExact: true }
  const all = await fewest(db, filter, words)
  if (all) return pageOf(db, all, { offset, limit }, { total: all.length, totalIsExact: true })

  const matching = matchingPeople(db, filter, words).orderBy('people.subject')
  if (words.length === 0 && filter.hubs === null) {
    const page = await matching.offset(offset).limit(limit).execute()
    const total = await countStanding(db, filter)
    return { people: await byName(db, page.map(subjectOf)), total, totalIsExact: true }
  }
  // One reading gives the page and the count.
  const end = Math.max(COUNTED, offset + limit)
  const found = (await matching.limit(end + 1).execute()).map(subjectOf)
  const count = { total: Math.min(found.length, end), totalIsExact: found.length <= end }
  return pageOf(db, found, { offset, limit }, count)
}

const pageOf = async (
  db: Kysely<Tables>,
  subjects: readonly string[],
  { offset, limit }: { offset: number; limit: number },
  count: Omit<PeopleList, 'people'>,
): Promise<PeopleList> => ({ people: await byName(db, subjects.slice(offset, offset + limit)), ...count })

const subjectOf = ({ subject }: { subject: string }): string => subject

type Condition = 'words' | 'grants' | 'standing'

/** All matches, read through the narrowest condition; null when none is narrow. */
async function fewest(
  db: Kysely<Tables>,
  filter: PeopleFilter,
  words: readonly string[],
): Promise<string[] | null> {
  const sizes: [Condition, number][] = []
  if (filter.status || filter.role) sizes.push(['standing', await countStanding(db, filter)])
  if (words.length > 0) sizes.push(['words', await sizeOf(db, withWord(db, words[0]!))])
  if (filter.hubs !== null) sizes.push(['grants', await sizeOf(db, granted(db, filter.hubs))])
  const [narrowest] = sizes.toSorted(([, a], [, b]) => a - b)
  if (!narrowest || narrowest[1] > FEW) return null
  const rows = await matchingPeople(db, filter, words, narrowest[0]).orderBy('people.subject').execute()
  return rows.map(({ subject }) => subject)
}

/**
 * Subjects of those who match.
 *
 * @param by The condition to begin with; the rest are looked up for each.
 */
function matchingPeople(
  db: Kysely<Tables>,
  { status, role, hubs }: PeopleFilter,
  words: readonly string[],
  by: Condition = 'standing',
): Subjects {
  const narrow = by === 'words' ? withWord(db, words[0]!) : granted(db, hubs ?? [])
  let query = by === 'standing' ? everybody(db) : status || role ? among(db, narrow) : onlyNames(db, narrow)
  if (status) query = query.where('people.status', '=', status)
  if (role) query = query.where('people.role', '=', role)
  for (const word of by === 'words' ? words.slice(1) : words) query = query.where(hasWord(word))
  return hubs === null || by === 'grants' ? query : query.where(hasGrantOn(hubs))
}

type Subjects = ReturnType<typeof everybody>
type Narrow = ReturnType<typeof withWord>

const everybody = (db: Kysely<Tables>) => db.selectFrom('people').select('people.subject')

/** Those of whom nothing but their names is asked: the list of people need not be read for that. */
const onlyNames = (db: Kysely<Tables>, narrow: Narrow): Subjects =>
  db.selectFrom(narrow.distinct().as('people')).select('people.subject')

/** SQLite keeps the order of a cross join; it does not know how few the condition leaves, so it might begin with everybody. */
const among = (db: Kysely<Tables>, narrow: Narrow): Subjects =>
  db
    .selectFrom(narrow.distinct().as('narrow'))
    .crossJoin('people')
    .whereRef('people.subject', '=', 'narrow.subject')
    .select('people.subject')

const withWord = (db: Kysely<Tables>, word: string) =>
  db.selectFrom('people_words').select('subject').where('word', '>=', word).where('word', '<', behind(word))

const granted = (db: Kysely<Tables>, hubs: readonly string[]): Narrow =>
  db
    .selectFrom('access_grants')
    .select('subject')
    .where('hub', 'in', [...hubs, ORGANIZATION]) as unknown as Narrow

const hasWord = (word: string) =>
  sql<SqlBool>`exists (select 1 from people_words as w where w.subject = people.subject
    and w.word >= ${word} and w.word < ${behind(word)})`

/** Reads the few grants somebody has, instead of looking for one on each of many Hubs: hence the expression. */
const hasGrantOn = (hubs: readonly string[]) =>
  sql<SqlBool>`exists (select 1 from access_grants as g where g.subject = people.subject
    and g.hub || '' in (${sql.join([...hubs, ORGANIZATION])}))`

/** How many rows a condition reads, as far as it matters. */
async function sizeOf(db: Kysely<Tables>, condition: Narrow): Promise<number> {
  const { n } = await db
    .selectFrom(condition.limit(FEW + 1).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Kept with every change, so it reads a few rows. */
async function countStanding(db: Kysely<Tables>, { status, role }: PeopleFilter): Promise<number> {
  let query = db.selectFrom('people_counts')
  if (status) query = query.where('status', '=', status)
  if (role) query = query.where('role', '=', role)
  const { total } = await query
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('count'), sql<number>`0`).as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function byName(db: Kysely<Tables>, subjects: readonly string[]): Promise<Person[]> {
  if (subjects.length === 0) return []
  return db.selectFrom('people').selectAll().where('subject', 'in', subjects).orderBy('subject').execute()
}
