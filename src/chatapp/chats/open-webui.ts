import { Readable } from 'node:stream'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { Batches } from './batch.ts'
import type { StoredChats } from './chats.ts'
import {
  addVersion,
  archiveAllChats,
  countArchivedChats,
  editMessage,
  exportArchivedChats,
  exportChats,
  exportChatsInFolder,
  readPinned,
  unarchiveAllChats,
} from './contract.ts'
import type { ChatFolders } from './folders/folders.ts'
import { pageOf } from './paging.ts'
import { chatView } from './present.ts'

const WHOLE = { isHeavy: true }

interface Parts {
  chats: StoredChats
  batches: Batches
  folders: Pick<ChatFolders, 'find'>
}

export function exportRoutes(app: App, { chats, folders }: Omit<Parts, 'batches'>): void {
  const views = async function* (ownerId: string, ids: readonly string[]) {
    for (const id of ids) {
      const chat = await chats.read(ownerId, id)
      if (chat) yield chatView(chat, processTurns)
    }
  }

  app.handle(
    exportChats,
    async ({ visitor: { account }, reply }) => {
      const ids = await chats.idsOf(account.id)
      async function* lines() {
        for await (const view of views(account.id, ids)) yield `${JSON.stringify(view)}\n`
      }
      return reply.type('application/x-ndjson').send(Readable.from(lines(), { objectMode: false }))
    },
    WHOLE,
  )

  app.handle(
    exportArchivedChats,
    async ({ visitor: { account }, query }) => {
      const listed = await chats.list({ ownerId: account.id, archived: true, ...pageOf(query) })
      const ids = listed.map(({ id }) => id)
      return Array.fromAsync(views(account.id, ids))
    },
    WHOLE,
  )

  app.handle(
    exportChatsInFolder,
    async ({ visitor: { account }, params: { id: folderId } }) => {
      if (!(await folders.find(account.id, folderId))) throw new ChatappRefused('folder_missing')
      const listed = await chats.list({ ownerId: account.id, archived: false, folderId })
      const ids = listed.map(({ id }) => id)
      return Array.fromAsync(views(account.id, ids))
    },
    WHOLE,
  )
}

const CHANGED_AT_ONCE = 500

export function archiveRoutes(app: App, { chats, batches }: Omit<Parts, 'folders'>): void {
  const setAll = async (ownerId: string, archived: boolean): Promise<true> => {
    const ids = await chats.idsOf(ownerId, !archived)
    for (let from = 0; from < ids.length; from += CHANGED_AT_ONCE)
      await batches.change(ownerId, ids.slice(from, from + CHANGED_AT_ONCE), { archived })
    return true
  }
  app.handle(countArchivedChats, async ({ visitor }) => (await chats.idsOf(visitor.account.id, true)).length)
  app.handle(archiveAllChats, ({ visitor }) => setAll(visitor.account.id, true))
  app.handle(unarchiveAllChats, ({ visitor }) => setAll(visitor.account.id, false))
}

export function oneChatRoutes(app: App, { chats }: Pick<Parts, 'chats'>): void {
  app.handle(
    readPinned,
    async ({ visitor: { account }, params }) => orMissing(await chats.find(account.id, params.id)).pinned,
  )

  app.handle(
    editMessage,
    async ({ visitor: { account }, params: { id, message: messageId }, body: { content } }) => {
      const before = orMissing(await chats.read(account.id, id)).messages.find(
        ({ id: known }) => known === messageId,
      )
      if (!before) throw new ChatappRefused('message_missing')
      if (before.state === 'running') throw new ChatappRefused('answer_unfinished')
      const form = { history: { messages: { [messageId]: { content } } } }
      return chatView(orMissing(await chats.merge(account.id, id, form)), processTurns)
    },
    WHOLE,
  )

  app.handle(
    addVersion,
    async ({ visitor: { account }, params: { id: chatId, message: messageId }, body: { content: text } }) =>
      unwrapChatapp(await chats.addVersion({ ownerId: account.id, chatId, messageId, text })),
  )
}

const orMissing = <T>(found: T | null): T => {
  if (found === null) throw new ChatappRefused('chat_missing')
  return found
}
