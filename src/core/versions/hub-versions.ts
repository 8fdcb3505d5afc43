import type { Transaction } from 'kysely'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Blobs, ReceivedBlob } from '#ground/blobs/blobs.ts'
import { createNamedBlobs } from '#ground/blobs/named.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { keepFolderVersion, type Origin } from './keep.ts'
import {
  lockVersions,
  readVersionFiles,
  referenceRows,
  uploadNew,
  versionOfRow,
  versionsOf,
  writeVersion,
  type HubVersion,
  type ReadRows,
} from './rows.ts'
import { recordSwitch } from './switch.ts'
import { digestOf, type VersionFile } from './version-files.ts'

export interface HubVersionsDeps {
  hub: string
  store: Pick<Store, 'db' | 'transaction'>
  blobs: Blobs
  accessChanges: Pick<AccessChanges, 'append'>
  clock: Pick<Clock, 'now'>
  actor: string
}

export type HubVersions = ReturnType<typeof createHubVersions>

export function createHubVersions(deps: HubVersionsDeps) {
  const { hub, store, blobs } = deps
  const { db } = store
  const current = async (from: ReadRows = db): Promise<number | null> => {
    const row = await from
      .selectFrom('hub_current_versions')
      .select('number')
      .where('hub', '=', hub)
      .executeTakeFirst()
    return row?.number || null
  }
  const find = async (number: number, from: ReadRows = db): Promise<HubVersion | null> =>
    (await versionsOf(from, hub).where('number', '=', number).execute()).map(versionOfRow)[0] ?? null
  const { sweep } = createNamedBlobs({ blobs, store, references: referenceRows(db) })

  return {
    current: () => current(),
    find: (number: number) => find(number),
    filesOf: (number: number) => readVersionFiles(db, hub, number),
    list: async (): Promise<HubVersion[]> =>
      (await versionsOf(db, hub).orderBy('number', 'desc').execute()).map(versionOfRow),
    open: (file: VersionFile) => blobs.open(file),

    /**
     * Uploads the bytes before the transaction, because an upload may take long.
     * @throws BlobStorageUnavailable, ChangedMeanwhile
     */
    async publish(hubFolder: string, files: readonly VersionFile[], note: string | null) {
      const digest = digestOf(files)
      const number = await withUploads(deps, { hubFolder, files }, async (tx, commit) => {
        const before = await current(tx)
        if (before !== null && (await find(before, tx))?.digest === digest) return null
        await commit()
        const next = await writeVersion(tx, hub, {
          digest,
          note,
          files,
          origin: 'published',
          restores: null,
          changedFiles: null,
          madeBy: deps.actor,
          madeAt: deps.clock.now(),
        })
        await switchTo(deps, tx, { before, number: next, note, action: 'hub.publish' })
        return next
      })
      return number === null ? { number: (await current())!, isNew: false } : { number, isNew: true }
    },

    /**
     * Records the files as the newest version of the folder, unless they are that version.
     * @throws BlobStorageUnavailable, ChangedMeanwhile
     */
    async keep(hubFolder: string, files: readonly VersionFile[], origin: Origin) {
      const { dropped, ...kept } = await withUploads(deps, { hubFolder, files }, (tx, commit) =>
        keepFolderVersion(deps, tx, { files, origin, commit }),
      )
      if (dropped) await sweep(new AbortController().signal)
      return kept
    },

    use: (number: number): Promise<boolean> =>
      store.transaction(async (tx) => {
        await lockVersions(tx)
        const before = await current(tx)
        if ((await find(number, tx))?.origin !== 'published') return false
        if (before !== number)
          await switchTo(deps, tx, { before, number, note: null, action: 'hub.use_version' })
        return true
      }),

    sweep,
  }
}

/** Discards the uploads if `work` fails or does not commit them. */
async function withUploads<T>(
  { store, blobs }: Pick<HubVersionsDeps, 'store' | 'blobs'>,
  { hubFolder, files }: { hubFolder: string; files: readonly VersionFile[] },
  work: (tx: Transaction<Tables>, commit: () => Promise<ReadonlySet<string>>) => Promise<T>,
): Promise<T> {
  const uploaded: ReceivedBlob[] = await uploadNew({ db: store.db, blobs }, hubFolder, files)
  let isCommitted = false
  try {
    return await store.transaction(async (tx) => {
      await lockVersions(tx)
      isCommitted = false
      return work(tx, async () => {
        for (const bytes of uploaded) await bytes.commit(tx)
        isCommitted = true
        return new Set(uploaded.map(({ hash }) => hash))
      })
    })
  } catch (error) {
    isCommitted = false
    throw error
  } finally {
    if (!isCommitted) for (const bytes of uploaded) await bytes.discard().catch(() => {})
  }
}

interface Switch {
  before: number | null
  number: number
  note: string | null
  action: string
}

async function switchTo(deps: HubVersionsDeps, tx: Transaction<Tables>, change: Switch): Promise<void> {
  const { hub, clock, actor } = deps
  const switched = { number: change.number, switched_by: actor, switched_at_ms: clock.now() }
  await tx
    .insertInto('hub_current_versions')
    .values({ hub, ...switched })
    .onConflict((conflict) => conflict.column('hub').doUpdateSet(switched))
    .execute()
  await recordSwitch(deps, tx, { ...change, actor, request: null })
}
