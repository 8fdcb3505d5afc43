import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import type { Blobs } from '#ground/blobs/blobs.ts'
import { startSweeps } from '#ground/blobs/sweeps.ts'
import type { Store } from '#ground/store/store.ts'
import type { ChatStorage } from '#core/chats/chats.ts'
import { claimChat, newLinkGeneration } from '#core/chats/folder/claim.ts'
import { sweepDrafts } from '#core/chats/folder/incoming.ts'
import { DRAFT_LIFETIME_MS } from '#core/chats/folder/storage.ts'
import { createContents } from './contents.ts'
import { filesByScope } from './files.ts'
import { moveChatsIn, type MoveInEvents } from './move-in.ts'
import { claimScope, linkGenerationOf, nextLinkGeneration, removeScope, scopeOwner } from './rows.ts'
import { retryThroughOutage } from './saving.ts'
import { openTurnRecords } from './turn-records.ts'

export interface StorePlaceDeps {
  hub: string
  /** `<hub>/.chats` has working copies, and chats that were not moved yet. */
  folder: string
  store: Pick<Store, 'db' | 'transaction'>
  clock: Clock
  blobs: Blobs
  events: MoveInEvents & {
    chatBytesKept(facts: { error: unknown }): void
    historyWaits(facts: { error: unknown }): void
  }
}

/** Moves chats that are still in the folder into the database before it returns. */
export async function openDatabaseStorage(deps: StorePlaceDeps): Promise<ChatStorage> {
  const { hub, folder, store, clock, blobs, events } = deps
  const { db } = store
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepDrafts(join(folder, '.incoming'), clock.now() - DRAFT_LIFETIME_MS)
  const contents = createContents({ blobs, store })
  const filesIn = filesByScope({ hub, folder, store, clock, blobs, contents })
  await moveChatsIn({ hub, folder, store, filesIn, events })

  await using parts = new AsyncDisposableStack()
  const records = parts.use(openTurnRecords({ hub, folder, store, clock, onWaiting: events.historyWaits }))
  parts.use(
    startSweeps({
      blobs,
      clock,
      sweep: contents.sweep,
      onFailure: (error) => events.chatBytesKept({ error }),
    }),
  )
  const opened = parts.move()

  return {
    async claim({ scope, id }, owner) {
      const createdAt = clock.now()
      const claim = { id, owner, createdAt, linkGeneration: newLinkGeneration() }
      const owned = await retryThroughOutage(deps, () => claimScope(db, { hub, scope }, claim))
      if (owned !== undefined && !existsSync(join(folder, scope, 'chat.json')))
        await claimChat(join(folder, scope), {
          id,
          owner: owned,
          created_at: new Date(createdAt).toISOString(),
        })
      return owned
    },
    ownerOf: (scope) => retryThroughOutage(deps, () => scopeOwner(db, { hub, scope })),
    filesIn,
    linkGeneration: (scope) => retryThroughOutage(deps, () => linkGenerationOf(db, { hub, scope })),
    revokeLinks: (scope) => retryThroughOutage(deps, () => nextLinkGeneration(db, { hub, scope })),
    recordTurn: records.add,
    async remove(scope, owner) {
      const hashes = await store.transaction(async (tx) => {
        if ((await scopeOwner(tx, { hub, scope })) !== owner) return null
        return removeScope(tx, { hub, scope })
      })
      if (hashes === null) return
      await rm(join(folder, scope), { recursive: true, force: true })
      await contents.release(hashes)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
