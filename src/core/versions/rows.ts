import { join } from 'node:path'
import type { Transaction } from 'kysely'
import type { Blobs, ReceivedBlob } from '#ground/blobs/blobs.ts'
import type { ReferenceRows } from '#ground/blobs/named.ts'
import type { NamedRows } from '#ground/blobs/named-bytes.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import { portions } from '#ground/base/portions.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { bytesOf, type VersionFile } from './version-files.ts'

export interface HubVersion {
  number: number
  digest: string
  /** A subject, or `system:<name>`. */
  madeBy: string
  madeAt: EpochMs
  note: string | null
  /** `folder`: the Hub recorded an edit of its folder; `published`: `hub publish` stored the version. */
  origin: 'folder' | 'published'
  /** Number of the version that this version restored. */
  restores: number | null
  /** Number of files that differ from the version before; null if unknown. */
  changedFiles: number | null
}

export type ReadRows = Pick<Store['db'], 'selectFrom'>

/**
 * Key of a row in `hub_current_versions`, which transactions lock before they add or remove references to stored
 * bytes.
 */
const LOCK_KEY = '*'

export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
}

export interface NewVersion extends Pick<HubVersion, 'digest' | 'madeBy' | 'madeAt' | 'note' | 'origin'> {
  restores: number | null
  changedFiles: number | null
  files: readonly VersionFile[]
}

/** Returns the number of the new version. */
export async function writeVersion(
  tx: Transaction<Tables>,
  hub: string,
  version: NewVersion,
): Promise<number> {
  const last = await tx
    .selectFrom('hub_versions')
    .select((row) => row.fn.max('number').as('number'))
    .where('hub', '=', hub)
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  await tx
    .insertInto('hub_versions')
    .values({
      hub,
      number,
      digest: version.digest,
      made_by: version.madeBy,
      made_at_ms: version.madeAt,
      note: version.note,
      origin: version.origin,
      restores: version.restores,
      changed_files: version.changedFiles,
    })
    .execute()
  for (const some of portions(version.files))
    await tx
      .insertInto('hub_version_files')
      .values(some.map((file) => ({ hub, number, ...file, executable: file.executable ? 1 : 0 })))
      .execute()
  return number
}

export async function readVersionFiles(db: ReadRows, hub: string, number: number): Promise<VersionFile[]> {
  const rows = await db
    .selectFrom('hub_version_files')
    .select(['path', 'executable', 'size', 'hash'])
    .where('hub', '=', hub)
    .where('number', '=', number)
    .orderBy('path')
    .execute()
  return rows.map((row) => ({ ...row, executable: row.executable === 1 }))
}

export async function uploadNew(
  { db, blobs }: { db: Store['db']; blobs: Blobs },
  hubFolder: string,
  files: readonly VersionFile[],
): Promise<ReceivedBlob[]> {
  const byHash = new Map(files.map((file) => [file.hash, file]))
  const named = await namedAmong(db, [...byHash.keys()])
  const uploaded: ReceivedBlob[] = []
  try {
    for (const { hash, path } of byHash.values()) {
      if (named.has(hash)) continue
      const received = await blobs.receive(bytesOf(join(hubFolder, path)))
      uploaded.push(received)
      if (received.hash !== hash) throw new ChangedMeanwhile(`${path} was changed meanwhile`)
      await received.upload()
    }
    return uploaded
  } catch (error) {
    for (const bytes of uploaded) await bytes.discard().catch(() => {})
    throw error
  }
}

export const referenceRows = (db: Store['db']): ReferenceRows => ({
  reserveRow: lockVersions,
  isNamed: async (tx, hash) => (await namedAmong(tx, [hash])).has(hash),
  deleteRow: async () => {},
  hasAny: async () =>
    (await db.selectFrom('hub_version_files').select('hash').limit(1).executeTakeFirst()) !== undefined,
  findReferenced: (hashes) => namedAmong(db, hashes),
})

export const versionBytes: NamedRows = (db) =>
  db.selectFrom('hub_version_files').select(['hash', 'size', 'path as name']).as('named')

export async function namedAmong(db: ReadRows, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  for (const some of portions(hashes)) {
    const rows = db.selectFrom('hub_version_files').select('hash').distinct().where('hash', 'in', some)
    for (const { hash } of await rows.execute()) named.add(hash)
  }
  return named
}

export const lockVersions = (tx: Transaction<Tables>) =>
  tx
    .insertInto('hub_current_versions')
    .values({ hub: LOCK_KEY, number: 0, switched_by: LOCK_KEY, switched_at_ms: 0 })
    .onConflict((conflict) => conflict.column('hub').doUpdateSet({ number: 0 }))
    .execute()

export const versionsOf = (db: ReadRows, hub: string) =>
  db
    .selectFrom('hub_versions')
    .select(['number', 'digest', 'made_by', 'made_at_ms', 'note', 'origin', 'restores', 'changed_files'])
    .where('hub', '=', hub)

export const versionOfRow = (
  row: Awaited<ReturnType<ReturnType<typeof versionsOf>['execute']>>[number],
): HubVersion => ({
  number: row.number,
  digest: row.digest,
  madeBy: row.made_by,
  madeAt: row.made_at_ms,
  note: row.note,
  origin: row.origin === 'folder' ? 'folder' : 'published',
  restores: row.restores,
  changedFiles: row.changed_files,
})
