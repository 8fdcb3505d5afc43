import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { StoreLost } from './errors.ts'
import type { StoreLocation } from './location.ts'
import type { OutageReports } from './outages.ts'
import { openStore, type Store } from './store.ts'

export interface StorePlace {
  /** Absolute. */
  dataFolder: string
  /** Absolute. */
  hubFolder: string
  store: StoreLocation
}

/**
 * Open the store that belongs to a data folder. The folder's `store.json` identifies it from the first start
 * on: an empty store in its place would let the first visitor become administrator of all remaining data, and
 * the accounts of another store would get this Hub's chats.
 *
 * @throws StoreLost when the store is empty, or another one, although this Hub had its own.
 */
export async function openKnownStore(
  place: StorePlace,
  reports: Partial<OutageReports> = {},
): Promise<Store> {
  const { store: location, dataFolder } = place
  const path = markIn(dataFolder)
  const known = await readMark(dataFolder)
  const refuse = (found: 'empty' | 'another'): never => {
    throw new StoreLost({ name: nameOf(location), found, markPath: path, dataFolder })
  }
  const isGone = location.kind === 'sqlite' && !existsSync(location.path)
  if (isGone && (known !== null || (await hasServed(place)))) refuse('empty') // opening would make it
  const store = await openStore(location, {
    ...reports,
    async admit(madeAt) {
      if (madeAt === null && (known !== null || (await hasServed(place)))) refuse('empty')
      if (madeAt !== null && known !== null && madeAt !== known) refuse('another')
    },
  })
  try {
    if (known === null) await writeMark(dataFolder, await store.madeAt())
    return store
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

const markIn = (dataFolder: string): string => join(dataFolder, 'store.json')

/**
 * Creation time of the folder's store, in milliseconds, which identifies the store. Null for a folder without
 * a store.
 */
export async function readMark(dataFolder: string): Promise<string | null> {
  const path = markIn(dataFolder)
  try {
    const { made_at } = JSON.parse(await readFile(path, 'utf8')) as { made_at?: unknown }
    if (typeof made_at === 'string') return made_at
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Error(`${path} is not readable; restore it from a backup or delete it`)
}

/** From now on the folder's store is the one that was made then. */
export async function writeMark(dataFolder: string, madeAt: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await writeFileDurably(markIn(dataFolder), `${JSON.stringify({ made_at: madeAt })}\n`)
}

/** For folders of releases that left no mark: whether there is something that only a Hub with accounts can have made. */
async function hasServed({ dataFolder, hubFolder }: StorePlace): Promise<boolean> {
  const contents = await Promise.all(
    ['artifacts', 'chatapp/files'].map((folder) => namesIn(join(dataFolder, folder))),
  )
  if (contents.flat().some((name) => /^[0-9a-f]{2}$/.test(name))) return true
  const secrets = await stat(join(dataFolder, 'secrets.json')).catch(() => null)
  const chats = join(hubFolder, '.chats')
  if (!secrets) return false
  // Chats that are older than the secrets are from a copied folder.
  for (const scope of await namesIn(chats)) {
    const record = await stat(join(chats, scope, 'chat.json')).catch(() => null)
    if (record && record.mtimeMs > secrets.mtimeMs) return true
  }
  return false
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

const nameOf = (location: StoreLocation): string =>
  location.kind === 'sqlite' ? `the store ${location.path}` : 'the database of SVC_DATABASE_URL'
