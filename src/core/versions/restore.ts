import { constants } from 'node:fs'
import { access, chmod, lstat, mkdir, open, rename, rm, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '#ground/base/durable-file.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { belongsToVersion, type FolderReader } from './folder-files.ts'
import type { HubVersions } from './hub-versions.ts'
import { JOURNAL_FOLDER, writeJournal, type Journal } from './journal.ts'
import { compareHubFiles, digestOf, type FileChange, type VersionFile } from './version-files.ts'

export interface RestoreDeps {
  /** Without links. */
  root: string
  read: FolderReader
  versions: Pick<HubVersions, 'filesOf' | 'open'>
}

export type RestoreRefusal =
  | { reason: 'changed' | 'files_dropped' }
  | { reason: 'link' | 'read_only' | 'bytes_missing'; path: string }

export interface RestorePlan {
  changes: FileChange[]
  here: readonly VersionFile[]
  wanted: readonly VersionFile[]
}

/** @param expected Digest of the folder's files that the caller has seen; null: any. */
export async function planRestore(
  { root, read, versions }: RestoreDeps,
  number: number,
  expected: string | null,
): Promise<Result<RestorePlan, RestoreRefusal>> {
  const { files: here } = await read()
  if (expected !== null && digestOf(here) !== expected) return refused({ reason: 'changed' })
  const wanted = (await versions.filesOf(number)).filter(({ path }) => belongsToVersion(path))
  if (wanted.length === 0) return refused({ reason: 'files_dropped' })
  const changes = compareHubFiles(here, wanted)
  for (const { path } of changes) {
    const reason = await obstacleAt(root, path)
    if (reason) return refused({ reason, path })
  }
  return accepted({ changes, here, wanted })
}

/**
 * Stages all files, then writes the journal, then changes the folder. `finishRestore` completes the change, also after
 * the process was killed.
 */
export async function stageRestore(
  { root, versions }: RestoreDeps,
  { changes, here, wanted }: RestorePlan,
  facts: Pick<Journal, 'number' | 'actor' | 'request'>,
): Promise<Result<Journal, RestoreRefusal>> {
  const staging = join(root, JOURNAL_FOLDER)
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  const hashes = new Map(here.map(({ path, hash }) => [path, hash]))
  const targets = new Map(wanted.map((file) => [file.path, file]))
  const steps: Journal['steps'] = []
  for (const { path } of changes) {
    const file = targets.get(path)
    const draft = String(steps.length)
    if (file && !(await stage(versions, file, join(staging, draft)))) {
      await rm(staging, { recursive: true, force: true })
      return refused({ reason: 'bytes_missing', path })
    }
    steps.push({ path, draft: file ? draft : null, before: hashes.get(path) ?? null })
  }
  const journal = { ...facts, steps }
  await writeJournal(root, journal)
  return accepted(journal)
}

/** Leaves a file that a person has changed since the journal was written. Returns the paths of these files. */
export async function finishRestore(
  { root, read }: Pick<RestoreDeps, 'root' | 'read'>,
  { steps }: Journal,
): Promise<string[]> {
  const now = new Map((await read()).files.map(({ path, hash }) => [path, hash]))
  const left: string[] = []
  for (const { path, draft, before } of steps) {
    const target = join(root, path)
    const staged = draft === null ? null : join(root, JOURNAL_FOLDER, draft)
    const isDone = staged !== null && (await lstat(staged).catch(() => null)) === null
    if (isDone) continue
    if ((now.get(path) ?? null) !== before) {
      if (staged !== null || now.has(path)) left.push(path)
      continue
    }
    if (staged === null) await removeFile(root, path)
    else {
      await mkdir(dirname(target), { recursive: true })
      await rename(staged, target)
      await syncFolder(dirname(target))
    }
  }
  return left
}

async function stage(
  versions: Pick<HubVersions, 'open'>,
  file: VersionFile,
  draft: string,
): Promise<boolean> {
  const opened = await versions.open(file)
  if (opened === null) return false
  await using handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(opened.read())
  } finally {
    await opened.close()
  }
  await handle.sync()
  await chmod(draft, file.executable ? 0o755 : 0o644)
  return true
}

/** A link leads to a file that other programs own, so a restore does not replace the link. */
async function obstacleAt(root: string, path: string): Promise<'link' | 'read_only' | null> {
  const names = path.split('/')
  let folder = root
  for (const name of names) {
    const place = join(folder, name)
    const facts = await lstat(place).catch(() => null)
    if (facts?.isSymbolicLink()) return 'link'
    if (facts === null || name === names.at(-1)) break
    folder = place
  }
  return access(folder, constants.W_OK).then(
    () => null,
    () => 'read_only',
  )
}

async function removeFile(root: string, path: string): Promise<void> {
  await unlink(join(root, path)).catch(() => {})
  // Folders of the first level stay, because the Hub watches them.
  for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder))
    await rmdir(join(root, folder)).catch(() => {})
}
