import type { Transaction } from 'kysely'
import { portions } from '#ground/base/portions.ts'
import type { Tables } from '#ground/store/tables.ts'
import {
  ChangedMeanwhile,
  namedAmong,
  readVersionFiles,
  versionOfRow,
  versionsOf,
  writeVersion,
} from './rows.ts'
import { recordSwitch, type SwitchDeps } from './switch.ts'
import { compareHubFiles, digestOf, type VersionFile } from './version-files.ts'

/** Files of older versions are removed. Their numbers and hashes stay, because turns and runs name them. */
export const KEPT_FOLDER_VERSIONS = 50

export interface Origin {
  actor: string
  /** Number of the version whose files were restored. */
  restores?: number
  request?: string | null
}

export interface Kept {
  number: number
  digest: string
  isNew: boolean
}

export async function keepFolderVersion(
  deps: SwitchDeps,
  tx: Transaction<Tables>,
  {
    files,
    origin: { actor, restores, request = null },
    commit,
  }: { files: readonly VersionFile[]; origin: Origin; commit(): Promise<ReadonlySet<string>> },
): Promise<Kept & { dropped: boolean }> {
  const { hub, clock } = deps
  const digest = digestOf(files)
  const newest = await newestFolderVersion(tx, hub)
  if (newest?.digest === digest) return { number: newest.number, digest, isNew: false, dropped: false }
  const uploaded = await commit()
  // Another instance may have removed bytes after the upload skipped them.
  const skipped = [...new Set(files.map(({ hash }) => hash))].filter((hash) => !uploaded.has(hash))
  if ((await namedAmong(tx, skipped)).size < skipped.length)
    throw new ChangedMeanwhile('stored files changed')
  const before = newest === null ? [] : await readVersionFiles(tx, hub, newest.number)
  const number = await writeVersion(tx, hub, {
    digest,
    madeBy: actor,
    madeAt: clock.now(),
    note: null,
    origin: 'folder',
    restores: restores ?? null,
    changedFiles: newest === null ? null : compareHubFiles(before, files).length,
    files,
  })
  if (restores !== undefined)
    await recordSwitch(deps, tx, {
      actor,
      restores,
      request,
      number,
      note: null,
      action: 'hub.use_version',
      before: newest?.number ?? null,
    })
  return { number, digest, isNew: true, dropped: await dropOldFiles(tx, hub) }
}

export async function newestFolderVersion(db: Pick<Transaction<Tables>, 'selectFrom'>, hub: string) {
  const row = await versionsOf(db, hub)
    .where('origin', '=', 'folder')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? versionOfRow(row) : null
}

async function dropOldFiles(tx: Transaction<Tables>, hub: string): Promise<boolean> {
  const old = await tx
    .selectFrom('hub_versions')
    .select('number')
    .where('hub', '=', hub)
    .where('origin', '=', 'folder')
    .orderBy('number', 'desc')
    .offset(KEPT_FOLDER_VERSIONS)
    .limit(KEPT_FOLDER_VERSIONS)
    .execute()
  for (const some of portions(old.map(({ number }) => number)))
    await tx.deleteFrom('hub_version_files').where('hub', '=', hub).where('number', 'in', some).execute()
  return old.length > 0
}
