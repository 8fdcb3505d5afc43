import { sql, type Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import { artifactOf, type Artifact, type Viewer } from './artifact.ts'
import type { PreviewKind } from './schema.ts'

export interface ListFilter {
  view: 'mine' | 'shared' | 'all'
  /** Part of the title or file name. */
  q?: string | undefined
  preview?: PreviewKind | undefined
}

/** What somebody may see by the policies and groups of this moment. */
export interface Reach {
  viewer: Pick<Viewer, 'email' | 'userId'>
  /** Slugs of the Hubs they may use. */
  hubs: readonly string[]
  /** Ids of the web chat groups they are in. */
  groups: readonly string[]
  /** Ids of accounts that are gone: nobody sees what they shared. */
  without: readonly string[]
}

/**
 * A page of artifacts, newest first. What somebody reaches is found through indexes, from their own side: no list reads
 * everybody's artifacts.
 */
export async function listArtifacts(
  db: Kysely<Tables>,
  reach: Reach,
  filter: ListFilter,
  page: { offset: number; limit: number },
): Promise<{ items: Artifact[]; total: number }> {
  if (reach.hubs.length === 0) return { items: [], total: 0 }
  const found = matching(db, reach, filter)
  const { total } = await db
    .selectFrom(found.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total <= page.offset) return { items: [], total }
  const rows = await db
    .selectFrom(found.as('found'))
    .selectAll()
    .orderBy('updated_at_ms', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { items: rows.map(artifactOf), total }
}

function matching(db: Kysely<Tables>, reach: Reach, { view, q, preview }: ListFilter) {
  let query = db
    .selectFrom('artifacts')
    .selectAll('artifacts')
    .where(
      'artifacts.id',
      'in',
      view === 'mine' ? mine(db, reach) : view === 'shared' ? shared(db, reach) : all(db, reach),
    )
    .where('artifacts.hub', 'in', reach.hubs)
  if (preview) query = query.where('artifacts.preview', '=', preview)
  const text = q?.trim().toLowerCase()
  if (text) query = query.where(sql<boolean>`artifacts.search like ${`%${escaped(text)}%`} escape '\\'`)
  return query
}

const all = (db: Kysely<Tables>, reach: Reach) => mine(db, reach).union(shared(db, reach))

const mine = (db: Kysely<Tables>, { viewer, hubs }: Reach) =>
  db
    .selectFrom('artifacts as own')
    .select('own.id')
    .where('own.owner', '=', viewer.email)
    .where('own.owner_id', '=', viewer.userId)
    .where('own.hub', 'in', hubs)

/** What others share with somebody. Whatever belongs to somebody blocked is nobody's to see. */
function shared(db: Kysely<Tables>, reach: Reach) {
  const { viewer, groups } = reach
  const byHub = othersOf(db, reach)
    .where('artifacts.audience', '=', 'hub')
    .where('artifacts.hub', 'in', reach.hubs)
  const byName = othersOf(db, reach)
    .innerJoin('artifact_people', 'artifact_people.artifact_id', 'artifacts.id')
    .where('artifact_people.email', '=', viewer.email)
  const byGroup = othersOf(db, reach)
    .innerJoin('artifact_groups', 'artifact_groups.artifact_id', 'artifacts.id')
    .where('artifact_groups.group_id', 'in', groups.length > 0 ? groups : [''])
  return byHub.union(byName).union(byGroup)
}

const othersOf = (db: Kysely<Tables>, { viewer, without }: Reach) =>
  db
    .selectFrom('artifacts')
    .select('artifacts.id')
    .where('artifacts.owner_id', 'not in', [viewer.userId, ...without])
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
