import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nullWhenMissing } from '#ground/base/missing-file.ts'
import { isSafeFilename } from '#core/chats/filename.ts'

export interface Synced {
  hash: string
  /** Result of `manifestMark`, to detect local changes. */
  mark: string
}

export type Manifest = Map<string, Synced>

const FILE = 'kept.json'

/** Stores changes of the manifest even if `work` fails. Calls for one chat must not overlap. */
export async function withManifest(
  chatFolder: string,
  work: (known: Manifest) => Promise<void>,
): Promise<void> {
  const known = await readManifest(join(chatFolder, FILE))
  const before = JSON.stringify([...known])
  try {
    await work(known)
  } finally {
    if (JSON.stringify([...known]) !== before) await writeManifest(chatFolder, known)
  }
}

export const forgetSynced = (chatFolder: string): Promise<void> => rm(join(chatFolder, FILE), { force: true })

async function readManifest(path: string): Promise<Manifest> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, Synced>))
  } catch {
    return new Map() // without a manifest, all local files are compared with the database
  }
}

async function writeManifest(chatFolder: string, known: Manifest): Promise<void> {
  await mkdir(chatFolder, { recursive: true, mode: 0o700 })
  const draft = join(chatFolder, `${FILE}.part`)
  await writeFile(draft, JSON.stringify(Object.fromEntries(known)), { mode: 0o600 })
  await rename(draft, join(chatFolder, FILE))
}

/** A value that changes when the file's content changes; null for anything but a regular file. */
export async function manifestMark(path: string): Promise<string | null> {
  const about = await lstat(path, { bigint: true }).catch(() => null)
  return about?.isFile() ? `${about.ino} ${about.size} ${about.mtimeNs}` : null
}

/** Keys are names of files; null for a missing folder. */
export async function marksIn(folder: string): Promise<Map<string, string> | null> {
  const names = await readdir(folder).catch(nullWhenMissing)
  if (names === null) return null
  const marks = new Map<string, string>()
  for (const name of names.filter(isSafeFilename)) {
    const mark = await manifestMark(join(folder, name))
    if (mark !== null) marks.set(name, mark)
  }
  return marks
}
