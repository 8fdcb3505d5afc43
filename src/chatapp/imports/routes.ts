import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { isPermitted } from '#chatapp/accounts/settings/permissions.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import type { Deletions } from '#chatapp/chats/deletions.ts'
import type { ChatFolders } from '#chatapp/chats/folders/folders.ts'
import { readImportedChat } from '#chatapp/chats/imported/imported-chat.ts'
import { chatView } from '#chatapp/chats/present.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import { importChats } from './contract.ts'
import { storeImportedChat, type ImportParts } from './store-chat.ts'

/** Large, because a chat may contain pictures. */
const MAX_BODY_BYTES = 32 * 1024 * 1024

export interface ImportRouteParts extends ImportParts {
  clock: Clock
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
      const views = []
      for (const chat of read) {
        const folder = chat.folderId === null ? null : await parts.folders.find(account.id, chat.folderId)
        const target = { ownerId: account.id, folderId: folder?.id ?? null }
        const stored = await sweptOnFailure(parts, storeImportedChat(parts, chat, target))
        views.push(await chatView(unwrapChatapp(stored), processTurns))
      }
      return views
    },
    {
      bodyLimit: MAX_BODY_BYTES,
      isHeavy: true,
      before: ({ account }) => checkMayImport(parts, account),
    },
  )
}

/** On failure, schedules the sweep, which removes a chat that was stored only in part. */
async function sweptOnFailure<T>({ deletions }: ImportRouteParts, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    deletions.scheduleSweep()
    throw error
  }
}

async function checkMayImport({ settings }: ImportRouteParts, account: Account): Promise<void> {
  if (account.role === 'admin') return
  const permissions = (await settings.readFor(account)).get('user.permissions')
  if (!isPermitted(permissions, 'chat', 'import')) throw new ChatappRefused('forbidden')
}
