import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import type { Deletions } from '#chatapp/chats/deletions.ts'
import type { ChatFolders } from '#chatapp/chats/folders/folders.ts'
import { readImportedChat, type ImportedChat } from '#chatapp/chats/imported/imported-chat.ts'
import { checkMayImport } from '#chatapp/chats/may-import.ts'
import { chatView } from '#chatapp/chats/present.ts'
import type { ChatView } from '#chatapp/chats/schema.ts'
import { unwrapChatapp } from '#chatapp/http/refused.ts'
import { importChats } from './contract.ts'
import { storeImportedChat, type ImportParts } from './store-chat.ts'

/** Large, because a chat may contain pictures. */
const MAX_BODY_BYTES = 32 * 1024 * 1024

export interface ImportRouteParts extends ImportParts {
  clock: Clock
  chats: Pick<StoredChats, 'create' | 'merge' | 'remove'>
  folders: Pick<ChatFolders, 'find'>
  deletions: Pick<Deletions, 'scheduleSweep'>
  settings: Pick<SiteSettings, 'readFor'>
}

export function importRoutes(app: App, parts: ImportRouteParts): void {
  app.handle(
    importChats,
    async ({ visitor: { account }, body }) => {
      const read = []
      for (const entry of body.chats) {
        if (processTurns.isSpent()) await processTurns.nextTurn()
        read.push(unwrapChatapp(readImportedChat(entry, epochSeconds(parts.clock))))
      }
      return storeAll(parts, account.id, read)
    },
    {
      bodyLimit: MAX_BODY_BYTES,
      isHeavy: true,
      before: ({ account }) => checkMayImport(parts, account),
    },
  )
}

/** On failure, removes the chats and pictures of this request, because a client sends the whole request again. */
async function storeAll(
  parts: ImportRouteParts,
  ownerId: string,
  chats: readonly ImportedChat[],
): Promise<ChatView[]> {
  const views: ChatView[] = []
  const storedFileIds: string[] = []
  try {
    for (const chat of chats) {
      const folder = chat.folderId === null ? null : await parts.folders.find(ownerId, chat.folderId)
      const target = { ownerId, folderId: folder?.id ?? null, storedFileIds }
      const stored = unwrapChatapp(await storeImportedChat(parts, chat, target))
      views.push(await chatView(stored, processTurns))
    }
    return views
  } catch (error) {
    parts.deletions.scheduleSweep() // removes a chat that was stored only in part
    for (const { id } of views) await parts.chats.remove(ownerId, id)
    await parts.files.remove(ownerId, storedFileIds)
    throw error
  }
}
