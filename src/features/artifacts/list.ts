import { sql, type Kysely } from 'kysely'
import type { ListOrder } from '#ground/api/list-start.ts'
import { inOrder, isAfter, type Keyset } from '#ground/store/keyset.ts'
import type { Tables } from '#ground/store/tables.ts'
import { artifactOf, type Artifact, type Viewer } from './artifact.ts'
import { searchForm } from './publish.ts'
import type { PreviewKind } from './schema.ts'

export interface ListFilter {
  view: 'mine' | 'shared' | 'all'
  q?: string | undefined
  preview?: PreviewKind | undefined
  /** Default: newest first. */
  order?: ListOrder<'updated'>
}

export interface Reach {
  viewer: Pick<Viewer, 'email' | 'userId'>
  hubs: readonly string[]
  groups: readonly string[]
  deletedOwnerIds: readonly string[]
}

export interface ArtifactList {
  items: Artifact[]
  total: number
  /** False if counting stopped at `total`. */
  totalIsExact: boolean
}

const MAX_COUNTED_ROWS = 1000

export async function listArtifacts(
  db: Kysely<Tables>,
  reach: Reach,
  filter: ListFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<ArtifactList> {
  if (reach.hubs.length === 0) return { items: [], total: 0, totalIsExact: true }
  const counted = Math.max(MAX_COUNTED_ROWS, offset + limit)
  const { ids, found } = await newestIds(db, reach, filter, { offset, limit, counted })
  return { items: await byAge(db, ids), total: Math.min(found, counted), totalIsExact: found <= counted }
}

async function newestIds(
  db: Kysely<Tables>,
  reach: Reach,
  filter: ListFilter,
  { offset, limit, counted }: { offset: number; limit: number; counted: number },
): Promise<{ ids: string[]; found: number }> {
  const keyset = keysetOf(filter)
  const [first, ...others] = waysTo(db, reach, filter).map((way) => firstOf(db, way, keyset, counted + 1))
  const direction = keyset.isDescending ? 'desc' : 'asc'
  const rows = await db
    .with(
      (cte) => cte('found').materialized(),
      () => others.reduce((all, way) => all.unionAll(way), first!),
    )
    .selectFrom((eb) => eb.selectFrom('found').select(eb.fn.countAll<number>().as('found')).as('count'))
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('found')
          .select(['id', 'updated_at_ms'])
          .orderBy('updated_at_ms', direction)
          .orderBy('id', direction)
          .offset(offset)
          .limit(limit)
          .as('page'),
      (join) => join.onTrue(),
    )
    .select(['count.found', 'page.id'])
    .orderBy('page.updated_at_ms', direction)
    .orderBy('page.id', direction)
    .execute()
  return { ids: rows.flatMap(({ id }) => id ?? []), found: rows[0]!.found }
}

async function byAge(db: Kysely<Tables>, ids: readonly string[]): Promise<Artifact[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('artifacts').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, artifactOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Way = ReturnType<typeof fitting>

function waysTo(db: Kysely<Tables>, reach: Reach, { view, q, preview }: ListFilter): Way[] {
  const ways = { mine: [mine], shared: [byHub, byName], all: [mine, byHub, byName] }[view]
  return ways.map((way) => way(fitting(db, reach, { q, preview }), reach, db))
}

const keysetOf = ({ order }: ListFilter): Keyset => ({
  value: sql.ref('artifacts.updated_at_ms'),
  ties: [sql.ref('artifacts.id')],
  isDescending: order?.isDescending ?? true,
  from: order?.from,
})

const firstOf = (db: Kysely<Tables>, way: Way, keyset: Keyset, limit: number) => {
  const begin = isAfter(keyset, null)
  const ordered = inOrder(keyset).reduce(
    (all: Way, column) => all.orderBy(column),
    begin === null ? way : way.where(begin),
  )
  return db.selectFrom(ordered.limit(limit).as('found')).selectAll()
}

function fitting(db: Kysely<Tables>, { hubs }: Reach, { q, preview }: Pick<ListFilter, 'q' | 'preview'>) {
  let query = db
    .selectFrom('artifacts')
    .select(['artifacts.id', 'artifacts.updated_at_ms'])
    .where('artifacts.hub', 'in', hubs)
  if (preview) query = query.where('artifacts.preview', '=', preview)
  const text = q && searchForm(q.trim())
  if (text) query = query.where(sql<boolean>`artifacts.search like ${`%${escaped(text)}%`} escape '\\'`)
  return query
}

const mine = (way: Way, { viewer }: Reach): Way =>
  way.where('artifacts.owner', '=', viewer.email).where('artifacts.owner_id', '=', viewer.userId)

const byHub = (way: Way, reach: Reach): Way => ofOthers(way, reach).where('artifacts.audience', '=', 'hub')

const byName = (way: Way, reach: Reach, db: Kysely<Tables>): Way =>
  ofOthers(way, reach).where('artifacts.audience', '!=', 'hub').where('artifacts.id', 'in', named(db, reach))

function named(db: Kysely<Tables>, { viewer, groups }: Reach) {
  const person = db
    .selectFrom('artifact_people')
    .select('artifact_people.artifact_id')
    .where('artifact_people.email', '=', viewer.email)
  if (groups.length === 0) return person
  const group = db
    .selectFrom('artifact_groups')
    .select('artifact_groups.artifact_id')
    .where('artifact_groups.group_id', 'in', groups)
  return person.union(group)
}

const ofOthers = (way: Way, { viewer, deletedOwnerIds }: Reach): Way =>
  way
    .where('artifacts.owner_id', 'not in', [viewer.userId, ...deletedOwnerIds])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('access_blocks')
            .select('access_blocks.subject')
            .whereRef('access_blocks.subject', '=', 'artifacts.owner'),
        ),
      ),
    )

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
