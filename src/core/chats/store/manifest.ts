import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSafeFilename } from '../filename.ts'

/** What is known of a file that lay here as the chat had it. */
export interface Synced {
  hash: string
  /** What tells that nobody has changed it here. */
  mark: string
}

/** By name. */
export type Manifest = Map<string, Synced>

/** In the chat's folder, beside its files. */
const FILE = 'kept.json'

/** Work on what is known of a chat's files, one at a time; what it learns is kept, also when it fails. */
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

/** Have all that lies here be a chat's own, and no copy of it. */
export const forgetSynced = (chatFolder: string): Promise<void> => rm(join(chatFolder, FILE), { force: true })

async function readManifest(path: string): Promise<Manifest> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, Synced>))
  } catch {
    return new Map() // none, or torn by a crash: then all that lies here is compared anew
  }
}

async function writeManifest(chatFolder: string, known: Manifest): Promise<void> {
  await mkdir(chatFolder, { recursive: true, mode: 0o700 })
  const draft = join(chatFolder, `${FILE}.part`)
  await writeFile(draft, JSON.stringify(Object.fromEntries(known)), { mode: 0o600 })
  await rename(draft, join(chatFolder, FILE))
}

/** What changes with a file; null for what is no regular file. */
export async function markOf(path: string): Promise<string | null> {
  const about = await lstat(path, { bigint: true }).catch(() => null)
  return about?.isFile() ? `${about.ino} ${about.size} ${about.mtimeNs}` : null
}

/** Of a folder's files, by name; null when the folder is not there. */
export async function marksIn(folder: string): Promise<Map<string, string> | null> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (names === null) return null
  const marks = new Map<string, string>()
  for (const name of names.filter(isSafeFilename)) {
    const mark = await markOf(join(folder, name))
    if (mark !== null) marks.set(name, mark)
  }
  return marks
}
