import { isoTime } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { HubVersionView } from './schema.ts'

export async function readHubVersions(
  { db }: Pick<Store, 'db'>,
  hub: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: HubVersionView[]; total: number }> {
  const [rows, { total }, current] = await Promise.all([
    db
      .selectFrom('hub_versions')
      .where('hub', '=', hub)
      .select(['number', 'made_by', 'made_at_ms', 'note', 'digest', 'origin', 'restores', 'changed_files'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('hub_version_files')
            .whereRef('hub_version_files.hub', '=', 'hub_versions.hub')
            .whereRef('hub_version_files.number', '=', 'hub_versions.number')
            .select('path'),
        ).as('has_files'),
      )
      .orderBy('number', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('hub_versions')
      .where('hub', '=', hub)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow(),
    currentVersion(db, hub),
  ])
  return {
    items: rows.map(
      ({ number, made_by, made_at_ms: at, note, digest, origin, restores, changed_files, has_files }) => ({
        number,
        made_at: isoTime(at),
        made_by,
        note,
        digest,
        origin: origin === 'folder' ? 'folder' : 'published',
        restores,
        changed_files,
        has_files: Boolean(has_files),
        is_current: number === current,
      }),
    ),
    total: Number(total),
  }
}

/** A bridge reports its version only if the Hub follows published versions. */
async function currentVersion(db: Store['db'], hub: string): Promise<number | null> {
  const [published, folder, served] = await Promise.all([
    db.selectFrom('hub_current_versions').where('hub', '=', hub).select('number').executeTakeFirst(),
    db
      .selectFrom('hub_versions')
      .where('hub', '=', hub)
      .where('origin', '=', 'folder')
      .select('number')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('hub_servers')
      .where('hub', '=', hub)
      .where('hub_version', 'is not', null)
      .select('hub')
      .limit(1)
      .executeTakeFirst(),
  ])
  return (served === undefined ? folder?.number : undefined) ?? published?.number ?? null
}
