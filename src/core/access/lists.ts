import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { portions } from '#ground/base/portions.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { ORGANIZATION } from './permission.ts'
import type { AccessGrant } from './policy.ts'
import { readGrants, toGrant } from './read.ts'
import { EVERYONE, type Subject } from './subject.ts'

export interface SubjectAccess {
  subject: Subject
  grants: AccessGrant[]
}

export interface AccessPage {
  items: SubjectAccess[]
  total: number
}

export interface AccessQuery {
  /** Slugs; null for every Hub and the organization. */
  hubs: readonly string[] | null
  q?: string | null
  /** With `q`, a subject matches if it contains `q` or satisfies this condition. */
  alternativeMatch?: ((subject: RawBuilder<string>) => RawBuilder<SqlBool>) | undefined
  permission?: string | undefined
  first?: string | undefined
  /** If absent, a query counts the matches, which reads all of them. */
  total?: number | undefined
  from?: { subject: Subject; offset: number } | undefined
  offset: number
  limit: number
}

export type AccessFilter = Pick<AccessQuery, 'hubs' | 'q' | 'alternativeMatch' | 'permission'>

export async function readAccessList({ db }: Pick<Store, 'db'>, query: AccessQuery): Promise<AccessPage> {
  const total = query.total ?? (await countSubjects(db, query))
  const page = await (query.first === undefined ? inOrder(db, query) : holdersFirst(db, query, query.first))
  return { items: await withGrants(db, page, query.hubs), total }
}

const inOrder = (db: Store['db'], query: AccessQuery): Promise<{ subject: Subject }[]> =>
  subjectsOf(db, query)
    .orderBy('subject')
    .limit(query.limit)
    .offset(query.offset - (query.from?.offset ?? 0))
    .execute()

function holdersFirst(
  db: Store['db'],
  { limit, offset, from: _, ...query }: AccessQuery,
  permission: string,
): Promise<{ subject: Subject }[]> {
  const holders = subjectsOf(db, { hubs: query.hubs, permission })
  return db
    .selectFrom(subjectsOf(db, query).as('matching'))
    .leftJoin(holders.as('holders'), 'holders.subject', 'matching.subject')
    .select('matching.subject')
    .orderBy(sql`case when holders.subject is null then 1 else 0 end`)
    .orderBy('matching.subject')
    .limit(limit)
    .offset(offset)
    .execute()
}

const STREAM_BATCH_SIZE = 200

/** A subject that stays on the list is returned exactly once, even if the list changes meanwhile. */
export async function* streamAccess(
  { db }: Pick<Store, 'db'>,
  { hubs, ...filter }: AccessFilter,
): AsyncGenerator<SubjectAccess[]> {
  for (let after: Subject | undefined; ;) {
    const page = await subjectsAfter(db, { hubs, ...filter, after })
    if (page.length > 0) yield await withGrants(db, page, hubs)
    if (page.length < STREAM_BATCH_SIZE) return
    after = page.at(-1)!.subject
  }
}

function subjectsAfter(
  db: Store['db'],
  { hubs, ...filter }: AccessFilter & { after: Subject | undefined },
): Promise<{ subject: Subject }[]> {
  const portion = (subjects: Subjects) => subjects.orderBy('subject').limit(STREAM_BATCH_SIZE)
  if (hubs !== null && hubs.length > MAX_MERGED_HUBS)
    return portion(
      subjectsOf(db, { ...filter, hubs: null, permission: undefined }).where((eb) =>
        eb.exists(
          eb
            .selectFrom('access_grants')
            .select('access_grants.hub')
            .whereRef('access_grants.subject', '=', sql.ref('access_subjects.subject'))
            .where('access_grants.hub', 'in', hubs)
            .$if(filter.permission !== undefined, (some) =>
              some.where('access_grants.permission', '=', filter.permission!),
            ),
        ),
      ),
    ).execute()
  const [first, ...others] = (hubs?.map((hub) => [hub]) ?? [null]).map((on) =>
    db.selectFrom(portion(subjectsOf(db, { ...filter, hubs: on })).as('portion')).select('subject'),
  )
  const all = others.reduce((union, one) => union.union(one), first!)
  return portion(all as unknown as Subjects).execute()
}

async function withGrants(
  db: Store['db'],
  page: readonly { subject: Subject }[],
  hubs: AccessQuery['hubs'],
): Promise<SubjectAccess[]> {
  const names = page.map(({ subject }) => subject)
  const grants = names.length === 0 ? [] : await readGrants(db, filterOf(names, hubs))
  const bySubject = Map.groupBy(grants, ({ subject }) => subject)
  return names.map((subject) => ({ subject, grants: bySubject.get(subject) ?? [] }))
}

const MAX_MERGED_HUBS = 20

type Subjects = SelectQueryBuilder<Tables, 'access_grants', { subject: Subject }>

const subjectsOf = (
  db: Store['db'],
  filter: AccessFilter & Pick<AccessQuery, 'from'> & { after?: Subject | undefined },
): Subjects => {
  const { hubs, q, from, after, permission, alternativeMatch } = filter
  if (hubs === null && permission === undefined)
    return db
      .selectFrom('access_subjects')
      .select('subject')
      .$if(from !== undefined, (all) => all.where('subject', '>=', from!.subject))
      .$if(after !== undefined, (all) => all.where('subject', '>', after!))
      .$if(Boolean(q), (all) =>
        all.where(matching(q!, 'access_subjects', alternativeMatch)),
      ) as unknown as Subjects
  const having = (on: readonly string[] | null): Subjects =>
    db
      .selectFrom('access_grants')
      .select('subject')
      .distinct()
      .$if(on !== null, (all) => all.where('hub', 'in', on!))
      .$if(permission !== undefined, (all) => all.where('permission', '=', permission!))
      .$if(from !== undefined, (all) => all.where('subject', '>=', from!.subject))
      .$if(after !== undefined, (all) => all.where('subject', '>', after!))
      .$if(Boolean(q), (all) => all.where(matching(q!, 'access_grants', alternativeMatch)))
  if (hubs === null) return having(null)
  const [first, ...others] = hubs.length > MAX_MERGED_HUBS ? [hubs] : hubs.map((hub) => [hub])
  return others.reduce((union, on) => union.union(having(on)), having(first ?? []))
}

const countSubjects = async (
  db: Store['db'],
  { hubs, q, alternativeMatch, permission }: AccessFilter,
): Promise<number> => {
  const { total } = await db
    .selectFrom(subjectsOf(db, { hubs, q, alternativeMatch, permission }).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function* streamGrants(
  { db }: Pick<Store, 'db'>,
  hub: string | null,
): AsyncGenerator<AccessGrant> {
  let last: AccessGrant | null = null
  for (;;) {
    let query = db.selectFrom('access_grants').selectAll()
    if (hub !== null) query = query.where('hub', '=', hub)
    if (last) {
      const { hub: h, subject, permission } = last
      query = query.where((eb) =>
        eb(eb.refTuple('hub', 'subject', 'permission'), '>', eb.tuple(h, subject, permission)),
      )
    }
    const rows = await query.orderBy('hub').orderBy('subject').orderBy('permission').limit(500).execute()
    const grants = rows.map(toGrant)
    yield* grants
    last = grants.at(-1) ?? null
    if (grants.length < 500) return
  }
}

export async function findBlocked(
  { db }: Pick<Store, 'db'>,
  subjects: readonly Subject[],
): Promise<Set<Subject>> {
  const blocked = new Set<Subject>()
  for (const some of portions(subjects)) {
    const rows = await db.selectFrom('access_blocks').select('subject').where('subject', 'in', some).execute()
    for (const { subject } of rows) blocked.add(subject)
  }
  return blocked
}

const matching = (
  text: string,
  table: 'access_grants' | 'access_subjects',
  isFound: AccessFilter['alternativeMatch'],
): RawBuilder<SqlBool> => {
  const subject = sql.ref<string>(`${table}.subject`)
  return isFound ? sql`(${containing(subject, text)} or ${isFound(subject)})` : containing(subject, text)
}

const containing = (subject: RawBuilder<string>, text: string) =>
  sql<SqlBool>`${subject} like ${`%${escaped(text.trim().toLowerCase())}%`} escape '\\'`

const escaped = (text: string): string => text.replace(/[%_\\]/g, '\\$&')

const filterOf = (subjects: readonly Subject[], hubs: readonly string[] | null) =>
  hubs === null ? { subjects } : { subjects, hubs: [...new Set([...hubs, ORGANIZATION])] }

export const everyoneGrants = ({ db }: Pick<Store, 'db'>, hubs: readonly string[]): Promise<AccessGrant[]> =>
  readGrants(db, { subjects: [EVERYONE], hubs: [...new Set([...hubs, ORGANIZATION])] })
