import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { StoreLost } from './errors.ts'
import { storeName, type StoreLocation } from './location.ts'
import type { OutageReports } from './outages.ts'
import { openStore, type Store, type StoreOptions } from './store.ts'

export interface StorePlace {
  /** Absolute path. */
  dataFolder: string
  /** Absolute path. */
  hubFolder: string
  store: StoreLocation
}

/**
 * `store.json` in the data folder identifies its database. An empty database would let the first visitor become
 * administrator of the folder's data.
 * @param options If `mayMigrate` is false, neither the database nor the folder changes.
 * @throws StoreLost if the database is empty or belongs to another folder; StoreNotMigrated.
 */
export async function openKnownStore(
  place: StorePlace,
  { mayMigrate = true, ...reports }: Partial<OutageReports> & Pick<StoreOptions, 'mayMigrate'> = {},
): Promise<Store> {
  const { store: location, dataFolder } = place
  const path = storeIdPath(dataFolder)
  const known = await readStoreId(dataFolder)
  const refuse = (found: 'empty' | 'another'): never => {
    throw new StoreLost({ name: storeName(location), found, markPath: path, dataFolder })
  }
  const isMissing = location.kind === 'sqlite' && !existsSync(location.path)
  if (isMissing && (known !== null || (await hasServed(place)))) refuse('empty') // checked before `openStore`, which would create the database file
  const store = await openStore(location, {
    ...reports,
    mayMigrate,
    async checkIdentity(madeAt) {
      if (madeAt === null && (known !== null || (await hasServed(place)))) refuse('empty')
      if (madeAt !== null && known !== null && madeAt !== known) refuse('another')
    },
  })
  try {
    if (known === null && mayMigrate) await writeStoreId(dataFolder, await store.madeAt())
    return store
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

const storeIdPath = (dataFolder: string): string => join(dataFolder, 'store.json')

export async function readStoreId(dataFolder: string): Promise<string | null> {
  const path = storeIdPath(dataFolder)
  try {
    const { made_at } = JSON.parse(await readFile(path, 'utf8')) as { made_at?: unknown }
    if (typeof made_at === 'string') return made_at
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Error(`${path} is not readable; restore it from a backup or delete it`)
}

export async function writeStoreId(dataFolder: string, madeAt: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await writeFileDurably(storeIdPath(dataFolder), `${JSON.stringify({ made_at: madeAt })}\n`)
}

/**
 * True if the folder has files that only a Hub with accounts creates. This detects folders of older releases, which
 * wrote no `store.json`.
 */
async function hasServed({ dataFolder, hubFolder }: StorePlace): Promise<boolean> {
  const contents = await Promise.all(
    ['artifacts', 'chatapp/files'].map((folder) => namesIn(join(dataFolder, folder))),
  )
  if (contents.flat().some((name) => /^[0-9a-f]{2}$/.test(name))) return true
  const secrets = await stat(join(dataFolder, 'secrets.json')).catch(() => null)
  const chats = join(hubFolder, '.chats')
  if (!secrets) return false
  // Ignores a chat that is older than the secrets, because it was copied from another folder.
  for (const scope of await namesIn(chats)) {
    const record = await stat(join(chats, scope, 'chat.json')).catch(() => null)
    if (record && record.mtimeMs > secrets.mtimeMs) return true
  }
  return false
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
