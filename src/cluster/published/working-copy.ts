import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rmdir, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BlobDamaged, BlobStorageUnavailable, type Blobs } from '#ground/blobs/blobs.ts'
import { openIncoming } from '#ground/blobs/incoming.ts'
import { compareHubFiles, readHubFiles, type FileChange, type VersionFile } from './hub-files.ts'

export interface WorkingCopyDeps {
  hubFolder: string
  /** Absolute paths of state and secrets. */
  excludedPaths: readonly string[]
  blobs: Pick<Blobs, 'open'>
  filesOf(number: number): Promise<VersionFile[]>
  /** Runs `work` while no reader reads the folder. */
  runExclusively<T>(work: () => Promise<T>): Promise<T>
}

export interface AppliedVersion {
  changes: FileChange[]
  /** Contains replaced files that were never published; null if there were none. */
  backupFolder: string | null
}

/** Versions exclude this folder, because its name begins with a dot. */
const STATE_FOLDER = '.published'

/**
 * Downloads all bytes before it changes the first file, so that unavailable object storage changes nothing. A
 * repeated call completes an interrupted update.
 * @throws BlobStorageUnavailable, BlobDamaged
 */
export async function applyVersion(deps: WorkingCopyDeps, number: number): Promise<AppliedVersion> {
  const { hubFolder, excludedPaths, filesOf, runExclusively } = deps
  const stateFolder = join(hubFolder, STATE_FOLDER)
  await mkdir(stateFolder, { recursive: true, mode: 0o700 })
  const here = await readHubFiles(hubFolder, excludedPaths)
  if (!here.ok)
    throw new Error(`the Hub’s folder cannot be updated to version ${number}: ${here.refusal.join('; ')}`)
  const wanted = await filesOf(number)
  const before = await lastApplied(stateFolder)
  const published = new Map((before === null ? [] : await filesOf(before)).map((file) => [file.path, file]))
  const changes = compareHubFiles(here.value, wanted).filter(
    ({ path, change }) => change !== 'removed' || published.has(path),
  )
  const changeOf = new Map(changes.map(({ path, change }) => [path, change]))
  const drafts = await fetched(
    deps,
    wanted.filter(({ path }) => changeOf.has(path)),
  )
  const own = here.value.filter(({ path, hash }) => changeOf.has(path) && published.get(path)?.hash !== hash)
  const backupFolder = own.length === 0 ? null : freeFolder(hubFolder, join(STATE_FOLDER, `before-${number}`))
  await runExclusively(async () => {
    for (const { path } of own) await moved(join(hubFolder, path), join(hubFolder, backupFolder!, path))
    for (const { path, executable } of wanted) {
      const draft = drafts.get(path)
      if (!draft) continue
      await chmod(draft, executable ? 0o755 : 0o644)
      await moved(draft, join(hubFolder, path))
    }
    for (const [path, change] of changeOf) if (change === 'removed') await removed(hubFolder, path)
    await writeFile(join(stateFolder, 'version'), `${number}\n`, { mode: 0o600 })
  })
  return { changes, backupFolder }
}

function freeFolder(hubFolder: string, path: string): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? path : `${path}-${n}`
    if (!existsSync(join(hubFolder, candidate))) return candidate
  }
}

async function fetched(
  { hubFolder, blobs }: WorkingCopyDeps,
  files: readonly VersionFile[],
): Promise<Map<string, string>> {
  const incoming = await openIncoming(join(hubFolder, STATE_FOLDER, 'incoming'), Infinity)
  const drafts = new Map<string, string>()
  for (const file of files) {
    const opened = await blobs.open(file)
    if (!opened)
      throw new BlobStorageUnavailable(
        `the content of ${file.path} is missing in the storage that this instance uses`,
      )
    const received = await incoming.receive(opened.read())
    if (received.hash !== file.hash) {
      await received.discard()
      throw new BlobDamaged(file.hash)
    }
    drafts.set(file.path, received.path)
  }
  return drafts
}

async function lastApplied(place: string): Promise<number | null> {
  const text = await readFile(join(place, 'version'), 'utf8').catch(() => '')
  return /^\d+$/m.test(text) ? Number(text) : null
}

async function moved(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to)
}

async function removed(hubFolder: string, path: string): Promise<void> {
  await unlink(join(hubFolder, path)).catch(() => {})
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (
      !(await rmdir(join(hubFolder, folder)).then(
        () => true,
        () => false,
      ))
    )
      return
}
