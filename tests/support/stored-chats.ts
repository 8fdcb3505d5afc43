import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { slugOf } from '#ground/hub/slug.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { clusterRun } from './cluster-run.ts'
import { storeOf } from './own-services.ts'

export async function historyOf(hubFolder: string): Promise<Record<string, unknown>[]> {
  const files = (await filesBelow(join(hubFolder, '.chats'))).filter((path) => path.endsWith('history.jsonl'))
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')))
  const lines = texts.flatMap((text) => text.trim().split('\n'))
  return [...lines, ...(await turnsInStore(hubFolder))].map((line) => JSON.parse(line))
}

export async function chatPathsOf(hubFolder: string): Promise<string[]> {
  const folder = join(hubFolder, '.chats')
  const here = (await filesBelow(folder)).filter((path) => !OF_COPIES.has(basename(path)))
  return [...new Set([...here, ...(await pathsInStore(hubFolder)).map((path) => join(folder, path))])]
}

/** Names of files that an instance keeps beside copies of chats from the store. */
const OF_COPIES = new Set(['.in-store', 'kept.json'])

async function filesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
}

const turnsInStore = (hubFolder: string): Promise<string[]> =>
  inStore(hubFolder, async (db, hub) => {
    const turns = db.selectFrom('chat_turns').where('hub', '=', hub).orderBy('at')
    return (await turns.select('record').execute()).map(({ record }) => record)
  })

const pathsInStore = (hubFolder: string): Promise<string[]> =>
  inStore(hubFolder, async (db, hub) => {
    const scopes = await db.selectFrom('chat_scopes').where('hub', '=', hub).select('scope').execute()
    const turns = await db
      .selectFrom('chat_turns')
      .where('hub', '=', hub)
      .select('scope')
      .distinct()
      .execute()
    const files = await db.selectFrom('chat_files').where('hub', '=', hub).select(['scope', 'name']).execute()
    return [
      ...scopes.map(({ scope }) => `${scope}/chat.json`),
      ...turns.map(({ scope }) => `${scope}/history.jsonl`),
      ...files.map(({ scope, name }) => `${scope}/files/${name}`),
    ]
  })

async function inStore<T>(
  hubFolder: string,
  read: (db: Store['db'], hub: string) => Promise<T[]>,
): Promise<T[]> {
  if (!clusterRun) return []
  await using store = await openStore(await storeOf(join(hubFolder, '.svc')))
  return await read(store.db, slugOf(basename(hubFolder)))
}
