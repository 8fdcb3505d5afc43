import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Blobs, ReceivedBlob } from '#ground/blobs/blobs.ts'
import { createNamedBlobs, type ReferenceRows } from '#ground/blobs/named.ts'
import type { NamedRows } from '#ground/blobs/named-bytes.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { portions } from '#ground/base/portions.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { digestOf, type VersionFile } from './hub-files.ts'

export interface HubVersion {
  number: number
  digest: string
  /** A subject, or `system:<name>`. */
  madeBy: string
  madeAt: EpochMs
  note: string | null
}

export interface HubVersionsDeps {
  hub: string
  store: Pick<Store, 'db' | 'transaction'>
  blobs: Blobs
  accessChanges: Pick<AccessChanges, 'append'>
  clock: Pick<Clock, 'now'>
  actor: string
}

/**
 * Key of a row in `hub_current_versions`, which transactions lock before they add or remove references to stored
 * bytes.
 */
const LOCK_KEY = '*'

export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
}

export function createHubVersions(deps: HubVersionsDeps) {
  const { hub, store, blobs } = deps
  const { db } = store

  const current = async (from: Pick<Store['db'], 'selectFrom'> = db): Promise<number | null> => {
    const row = await from
      .selectFrom('hub_current_versions')
      .select('number')
      .where('hub', '=', hub)
      .executeTakeFirst()
    return row?.number || null
  }
  const find = async (
    number: number,
    from: Pick<Store['db'], 'selectFrom'> = db,
  ): Promise<HubVersion | null> =>
    (await versionsOf(from, hub).where('number', '=', number).execute()).map(versionOfRow)[0] ?? null
  const filesOf = async (number: number): Promise<VersionFile[]> => {
    const rows = await db
      .selectFrom('hub_version_files')
      .select(['path', 'executable', 'size', 'hash'])
      .where('hub', '=', hub)
      .where('number', '=', number)
      .orderBy('path')
      .execute()
    return rows.map((row) => ({ ...row, executable: row.executable === 1 }))
  }

  return {
    current: () => current(),
    find: (number: number) => find(number),
    filesOf,
    list: async (): Promise<HubVersion[]> =>
      (await versionsOf(db, hub).orderBy('number', 'desc').execute()).map(versionOfRow),

    /**
     * Uploads the bytes before the transaction, because an upload may take long.
     * @throws BlobStorageUnavailable, ChangedMeanwhile
     */
    async publish(hubFolder: string, files: readonly VersionFile[], note: string | null) {
      const digest = digestOf(files)
      const uploaded = await uploadNew({ db, blobs }, hubFolder, files)
      const number = await store
        .transaction(async (tx) => {
          await lock(tx)
          const before = await current(tx)
          if (before !== null && (await find(before, tx))?.digest === digest) return null
          const last = await tx
            .selectFrom('hub_versions')
            .select((row) => row.fn.max('number').as('number'))
            .where('hub', '=', hub)
            .executeTakeFirst()
          const next = (last?.number ?? 0) + 1
          for (const bytes of uploaded) await bytes.commit(tx)
          await writeVersion(deps, tx, { number: next, digest, note, files })
          await switchTo(deps, tx, { before, number: next, note, action: 'hub.publish' })
          return next
        })
        .catch(async (error: unknown) => {
          for (const bytes of uploaded) await bytes.discard().catch(() => {})
          throw error
        })
      if (number !== null) return { number, isNew: true }
      for (const bytes of uploaded) await bytes.discard().catch(() => {})
      return { number: (await current())!, isNew: false }
    },

    use: (number: number): Promise<boolean> =>
      store.transaction(async (tx) => {
        await lock(tx)
        if ((await versionsOf(tx, hub).where('number', '=', number).execute()).length === 0) return false
        const before = await current(tx)
        if (before !== number)
          await switchTo(deps, tx, { before, number, note: null, action: 'hub.use_version' })
        return true
      }),

    sweep: createNamedBlobs({ blobs, store, references: referenceRows(db) }).sweep,
  }
}

interface Switch {
  before: number | null
  number: number
  note: string | null
  action: string
}

async function switchTo(
  { hub, accessChanges, clock, actor }: HubVersionsDeps,
  tx: Transaction<Tables>,
  { before, number, note, action }: Switch,
): Promise<void> {
  const switched = { number, switched_by: actor, switched_at_ms: clock.now() }
  await tx
    .insertInto('hub_current_versions')
    .values({ hub, ...switched })
    .onConflict((conflict) => conflict.column('hub').doUpdateSet(switched))
    .execute()
  await accessChanges.append(tx, [
    {
      at: clock.now(),
      actor,
      action,
      subject: null,
      hub,
      permission: null,
      before: before === null ? null : { version: before },
      after: { version: number },
      reason: note,
      request: null,
      revision: null,
    },
  ])
}

async function writeVersion(
  { hub, clock, actor }: HubVersionsDeps,
  tx: Transaction<Tables>,
  {
    number,
    digest,
    note,
    files,
  }: { number: number; digest: string; note: string | null; files: readonly VersionFile[] },
): Promise<void> {
  const made = { digest, made_by: actor, made_at_ms: clock.now(), note }
  await tx
    .insertInto('hub_versions')
    .values({ hub, number, ...made })
    .execute()
  for (const some of portions(files))
    await tx
      .insertInto('hub_version_files')
      .values(some.map((file) => ({ hub, number, ...file, executable: file.executable ? 1 : 0 })))
      .execute()
}

async function uploadNew(
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
      const received = await blobs.receive(createReadStream(join(hubFolder, path)))
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

const referenceRows = (db: Store['db']): ReferenceRows => ({
  reserveRow: lock,
  isNamed: async (tx, hash) => (await namedAmong(tx, [hash])).has(hash),
  deleteRow: async () => {},
  hasAny: async () =>
    (await db.selectFrom('hub_version_files').select('hash').limit(1).executeTakeFirst()) !== undefined,
  findReferenced: (hashes) => namedAmong(db, hashes),
})

export const versionBytes: NamedRows = (db) =>
  db.selectFrom('hub_version_files').select(['hash', 'size', 'path as name']).as('named')

async function namedAmong(
  db: Pick<Store['db'], 'selectFrom'>,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  for (const some of portions(hashes)) {
    const rows = db.selectFrom('hub_version_files').select('hash').distinct().where('hash', 'in', some)
    for (const { hash } of await rows.execute()) named.add(hash)
  }
  return named
}

const lock = (tx: Transaction<Tables>) =>
  tx
    .insertInto('hub_current_versions')
    .values({ hub: LOCK_KEY, number: 0, switched_by: LOCK_KEY, switched_at_ms: 0 })
    .onConflict((conflict) => conflict.column('hub').doUpdateSet({ number: 0 }))
    .execute()

const versionsOf = (db: Pick<Store['db'], 'selectFrom'>, hub: string) =>
  db
    .selectFrom('hub_versions')
    .select(['number', 'digest', 'made_by', 'made_at_ms', 'note'])
    .where('hub', '=', hub)

const versionOfRow = (row: {
  number: number
  digest: string
  made_by: string
  made_at_ms: number
  note: string | null
}): HubVersion => ({
  number: row.number,
  digest: row.digest,
  madeBy: row.made_by,
  madeAt: row.made_at_ms,
  note: row.note,
})
