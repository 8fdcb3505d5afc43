import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nullWhenMissing } from '#ground/base/missing-file.ts'
import type { Store } from '#ground/store/store.ts'
import type { FileFolder } from '#core/chats/files.ts'
import type { ChatRecord } from '#core/chats/folder/claim.ts'
import { HISTORY, jsonLines } from '#core/chats/folder/history.ts'
import { IN_STORE } from '#core/chats/folder/storage.ts'
import type { HistoryTurn } from '#core/chats/history.ts'
import { explicitChat, scopeCandidates, scopeFolder } from '#core/chats/scope.ts'
import { addTurns, claimScope, takeLinkGeneration } from './rows.ts'

export interface MoveInEvents {
  chatsMovedIn(facts: { count: number }): void
  /** Called if the chat stays in the folder, because its owner is unreadable or no scope is free for it. */
  chatNotMoved(facts: { folder: string }): void
}

export interface MoveChatsInDeps {
  hub: string
  /** `<hub>/.chats`. */
  folder: string
  store: Pick<Store, 'db'>
  filesIn(scope: string): Pick<FileFolder, 'push'>
  events: MoveInEvents
}

const UNMOVED_FOLDER = '.left'
/** Owner of scopes that no person may use. It is never equal to an e-mail. */
const NO_OWNER = ''

/** Call it before other code uses chats in the database. A repeated call completes an interrupted move. */
export async function moveChatsIn(deps: MoveChatsInDeps): Promise<void> {
  const { folder, events } = deps
  if (existsSync(join(folder, IN_STORE))) return
  let count = 0
  for (const scope of (await readdir(folder)).filter((name) => SCOPE.test(name)))
    if (await moveChat(deps, scope)) count++
  await writeFile(join(folder, IN_STORE), '', { mode: 0o600 })
  if (count > 0) events.chatsMovedIn({ count })
}

const SCOPE = /^[0-9a-f]{40}$/

async function moveChat(deps: MoveChatsInDeps, found: string): Promise<boolean> {
  const { hub, folder, store, filesIn, events } = deps
  const scope = await findScope(deps, found)
  if (scope === null) {
    // Moves the chat's folder away. Otherwise, the owner of the scope in the database would use it as local copy.
    const unmoved = join(folder, UNMOVED_FOLDER, found)
    await mkdir(dirname(unmoved), { recursive: true, mode: 0o700 })
    await rename(join(folder, found), unmoved)
    events.chatNotMoved({ folder: unmoved })
    return false
  }
  if (scope !== found) await rename(join(folder, found), join(folder, scope))
  await filesIn(scope).push()
  const history = join(folder, scope, HISTORY)
  const turns = jsonLines<HistoryTurn>(await readFile(history, 'utf8').catch(() => '')).filter(isTurn)
  await addTurns(
    store.db,
    hub,
    turns.map((turn) => ({ scope, turn })),
  )
  await rm(history, { force: true })
  return true
}

/** Returns the scope that the chat gets in the database; null if none is free or the owner is unreadable. */
async function findScope(
  { hub, folder, store: { db } }: MoveChatsInDeps,
  found: string,
): Promise<string | null> {
  const record = await readRecord(join(folder, found, 'chat.json'))
  if (record === 'none') return found
  if (record === 'unreadable') {
    await claimScope(
      db,
      { hub, scope: found },
      { id: found, owner: NO_OWNER, createdAt: 0, linkGeneration: null },
    )
    return null
  }
  const { id, owner, created_at, link_generation: generation = 0 } = record
  const createdAt = Date.parse(created_at) || 0
  const linkGeneration = generation > 0 ? generation : null
  const candidates = scopeCandidates(explicitChat(id), { email: owner, surface: '', groups: [] })
  for (const candidate of new Set([id, ...candidates])) {
    const scope = scopeFolder(candidate)
    if (scope !== found && existsSync(join(folder, scope))) continue
    const claim = { id: candidate, owner, createdAt, linkGeneration }
    if ((await claimScope(db, { hub, scope }, claim)) !== owner) continue
    if (generation > 0) await takeLinkGeneration(db, { hub, scope }, generation)
    return scope
  }
  return null
}

const isTurn = (line: HistoryTurn | null): boolean =>
  typeof line?.id === 'string' && typeof line.at === 'string'

async function readRecord(path: string): Promise<ChatRecord | 'none' | 'unreadable'> {
  const text = await readFile(path, 'utf8').catch(nullWhenMissing)
  if (text === null) return 'none'
  try {
    const record = JSON.parse(text) as ChatRecord
    const isWhole =
      typeof record.id === 'string' && (record.owner === null || typeof record.owner === 'string')
    return isWhole ? record : 'unreadable'
  } catch {
    return 'unreadable'
  }
}
