import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFile, syncFolder, writeFileDurably } from '#ground/base/durable-file.ts'
import { BlobDamaged, BlobMissing } from '#ground/blobs/blobs.ts'
import { nullWhenMissing } from '#ground/base/missing-file.ts'
import type { Store } from '#ground/store/store.ts'
import type { FileFolder } from '#core/chats/files.ts'
import { claimChat, setLinkGeneration } from '#core/chats/folder/claim.ts'
import { HISTORY, jsonLines } from '#core/chats/folder/history.ts'
import { IN_STORE } from '#core/chats/folder/storage.ts'
import { contentTypes } from '#core/chats/folder/recorded-types.ts'
import type { HistoryTurn } from '#core/chats/history.ts'
import { forgetSynced } from './manifest.ts'
import { filesOf, removeScope } from './rows.ts'
import { sendWaiting } from './turn-records.ts'

export interface MoveChatsOutDeps {
  hub: string
  /** `<hub>/.chats`. */
  folder: string
  store: Pick<Store, 'db' | 'transaction'>
  filesIn(scope: string): Pick<FileFolder, 'pull'>
  release(hashes: Iterable<string>): Promise<void>
}

export interface MovedOut {
  scope: string
  problem: string | null
}

/** The chats must not be in use. A chat's rows are deleted once its folder is complete. @throws BlobStorageUnavailable */
export async function* moveOut(deps: MoveChatsOutDeps): AsyncGenerator<MovedOut> {
  const { hub, folder, store } = deps
  await rm(join(folder, IN_STORE), { force: true })
  await sendWaiting({ hub, folder, store })
  for (const scope of await scopesOf(store.db, hub)) yield { scope, problem: await moveChat(deps, scope) }
}

async function scopesOf(db: Store['db'], hub: string): Promise<string[]> {
  const tables = ['chat_scopes', 'chat_turns', 'chat_files'] as const
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).select('scope').distinct().where('hub', '=', hub).execute()),
  )
  return [...new Set(rows.flat().map(({ scope }) => scope))].toSorted()
}

async function moveChat(deps: MoveChatsOutDeps, scope: string): Promise<string | null> {
  const { hub, folder, store } = deps
  const chatFolder = join(folder, scope)
  if (!(await claimHere(deps, scope))) return 'chat.json in its folder names another owner'
  try {
    await deps.filesIn(scope).pull()
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof BlobDamaged) return error.message
    throw error
  }
  const types = contentTypes(join(chatFolder, 'types'))
  for (const { name, contentType } of await filesOf(store.db, { hub, scope }))
    await types.record(name, contentType)
  await writeHistory(deps, scope)
  await syncChat(folder, chatFolder)
  await forgetSynced(chatFolder)
  await deps.release(await store.transaction((tx) => removeScope(tx, { hub, scope })))
  return null
}

/** Makes the folder entries and `types/` durable. Contents of chat files were synced when they arrived. */
async function syncChat(folder: string, chatFolder: string): Promise<void> {
  const types = join(chatFolder, 'types')
  for (const name of await readdir(types).catch(() => [])) await syncFile(join(types, name))
  for (const one of [types, join(chatFolder, 'files'), chatFolder, folder])
    if (existsSync(one)) await syncFolder(one)
}

async function claimHere({ hub, folder, store }: MoveChatsOutDeps, scope: string): Promise<boolean> {
  const row = await store.db
    .selectFrom('chat_scopes')
    .select(['id', 'owner', 'created_at_ms', 'link_generation'])
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .executeTakeFirst()
  if (!row) return true
  const { id, owner, created_at_ms: createdAt, link_generation: generation } = row
  const record = { id, owner, created_at: new Date(createdAt).toISOString() }
  if ((await claimChat(join(folder, scope), record)) !== owner) return false
  if (generation !== null) await setLinkGeneration(join(folder, scope), generation)
  return true
}

/** Keeps lines that the file already contains. */
async function writeHistory({ hub, folder, store }: MoveChatsOutDeps, scope: string): Promise<void> {
  const rows = await store.db
    .selectFrom('chat_turns')
    .select('record')
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .execute()
  if (rows.length === 0) return
  await mkdir(join(folder, scope), { recursive: true, mode: 0o700 })
  const path = join(folder, scope, HISTORY)
  const here = jsonLines<HistoryTurn>((await readFile(path, 'utf8').catch(nullWhenMissing)) ?? '')
  const turns = new Map(
    [...here, ...rows.map(({ record }) => JSON.parse(record) as HistoryTurn)].map((turn) => [turn.id, turn]),
  )
  const inOrder = [...turns.values()].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  await writeFileDurably(path, inOrder.map((turn) => `${JSON.stringify(turn)}\n`).join(''))
}
