import { processTurns } from '#ground/base/turn-budget.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { isPermitted } from '#chatapp/accounts/settings/permissions.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import type { Batches } from './batch.ts'
import type { StoredChats } from './chats.ts'
import {
  changeChat,
  changeChats,
  createChat,
  deleteAllChats,
  deleteChat,
  listArchivedChats,
  listBranches,
  listChats,
  listChatsInFolder,
  listPinnedChats,
  mergeChat,
  readChat,
  readConversation,
  searchChats,
  toggleArchived,
  togglePinned,
} from './contract.ts'
import type { Deletions } from './deletions.ts'
import type { ChatFolders } from './folders/folders.ts'
import type { ChatListing } from './listing.ts'
import { withoutHistory } from './chat.ts'
import { branchView, chatListView, chatView, conversationView, foundChatView } from './present.ts'
import { archiveRoutes, exportRoutes, oneChatRoutes } from './open-webui.ts'
import { pageOf } from './paging.ts'
import type { BatchRequest } from './schema.ts'
import { isTemporary } from './temporary.ts'
import { parseSearchTerms } from './search/words.ts'

const LONG = { bodyLimit: 16 * 1024 * 1024, isHeavy: true }
const WHOLE = { isHeavy: true }

export interface ChatRouteParts {
  chats: StoredChats
  batches: Batches
  folders: Pick<ChatFolders, 'find'>
  deletions: Pick<Deletions, 'scheduleSweep'>
  settings: Pick<SiteSettings, 'readFor'>
  findChatsWithRunningTurn(chatIds: readonly string[]): Promise<ReadonlySet<string>>
  stopChat(chatId: string): Promise<void>
  removeChat(ownerId: string, chatId: string): Promise<void>
}

export function chatRoutes(app: App, parts: ChatRouteParts) {
  const { chats } = parts
  const isAnswering = async (chatId: string) => (await parts.findChatsWithRunningTurn([chatId])).has(chatId)
  const view = async (ownerId: string, chatId: string) =>
    chatView(orMissing(await chats.read(ownerId, chatId)), processTurns)
  listRoutes(app, parts)
  exportRoutes(app, parts)
  archiveRoutes(app, parts)
  oneChatRoutes(app, parts)
  const deleteChats = batchRoute(app, parts)

  app.handle(
    createChat,
    async ({ visitor, body }) =>
      chatView(await sweptOnFailure(parts, chats.create(visitor.account.id, body.chat)), processTurns),
    LONG,
  )

  app.handle(readChat, ({ visitor, params }) => view(visitor.account.id, params.id), WHOLE)

  app.handle(
    mergeChat,
    async ({ visitor, params, body }) =>
      chatView(orMissing(await chats.merge(visitor.account.id, params.id, body.chat)), processTurns),
    LONG,
  )

  app.handle(readConversation, async ({ visitor: { account }, params, query }) => {
    const chat = orMissing(await chats.find(account.id, params.id))
    const conversation = await chats.conversation(chat, query)
    if (!conversation) throw new ChatappRefused('message_missing')
    return conversationView(conversation, await isAnswering(chat.id))
  })

  app.handle(
    listBranches,
    async ({ visitor: { account }, params }) =>
      (await chats.branches(orMissing(await chats.find(account.id, params.id)))).map(branchView),
    WHOLE,
  )

  app.handle(changeChat, async ({ visitor: { account }, params, body }) => {
    const chat = unwrapChatapp(await chats.change(account.id, params.id, body))
    return chatListView(withoutHistory(chat), await isAnswering(chat.id))
  })

  app.handle(
    togglePinned,
    async ({ visitor: { account }, params }) => {
      orMissing(await chats.togglePinned(account.id, params.id))
      return view(account.id, params.id)
    },
    WHOLE,
  )

  app.handle(
    toggleArchived,
    async ({ visitor: { account }, params }) => {
      orMissing(await chats.toggleArchived(account.id, params.id))
      return view(account.id, params.id)
    },
    WHOLE,
  )

  app.handle(
    deleteChat,
    async ({ visitor: { account }, params }) => {
      if (!isTemporary(params.id)) await checkMayDelete(parts, account)
      if (!(await chats.find(account.id, params.id))) throw new ChatappRefused('chat_delete_missing')
      await sweptOnFailure(parts, parts.removeChat(account.id, params.id))
      return true
    },
    WHOLE,
  )

  app.handle(
    deleteAllChats,
    async ({ visitor: { account } }) => {
      await checkMayDelete(parts, account)
      for (const id of await chats.idsOf(account.id))
        await sweptOnFailure(parts, parts.removeChat(account.id, id))
      return true
    },
    WHOLE,
  )
  return { deleteChats }
}

/** On failure, schedules the sweep, which removes a chat that was stored or removed only in part. */
async function sweptOnFailure<T>({ deletions }: ChatRouteParts, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    deletions.scheduleSweep()
    throw error
  }
}

function listRoutes(app: App, { chats, folders, findChatsWithRunningTurn }: ChatRouteParts): void {
  const listed = async (listing: ChatListing) => {
    const listed = await chats.list(listing)
    const answering = await findChatsWithRunningTurn(listed.map(({ id }) => id))
    return listed.map((chat) => chatListView(chat, answering.has(chat.id)))
  }

  app.handle(listChats, ({ visitor, query }) =>
    listed({
      ownerId: visitor.account.id,
      archived: false,
      ...pageOf(query),
      ...(query.include_pinned === false ? { pinned: false } : {}),
      folderId: query.folder_id ?? (query.include_folders === false ? null : undefined),
    }),
  )

  app.handle(searchChats, async ({ visitor: { account }, query }) => {
    const { page = 1, cursor, model, pinned, files, shared, archived = null } = query
    const text = query.text.trim()
    const listing = {
      ownerId: account.id,
      archived,
      pinned,
      model,
      folderId: query.folder_id,
      files,
      shared,
      since: query.newer_than,
      until: query.older_than,
      ...pageOf({ page, cursor }),
    }
    const { chats: found, messages } = await chats.search(listing, text)
    const answering = await findChatsWithRunningTurn(found.map(({ id }) => id))
    const words = parseSearchTerms('', text)
    const views: ReturnType<typeof foundChatView>[] = []
    for (const chat of found) {
      if (processTurns.isSpent()) await processTurns.nextTurn()
      views.push(foundChatView(chat, answering.has(chat.id), { words, message: messages.get(chat.id) }))
    }
    return views
  })

  app.handle(listChatsInFolder, async ({ visitor: { account }, params: { id: folderId }, query }) => {
    if (!(await folders.find(account.id, folderId))) throw new ChatappRefused('folder_missing')
    return listed({ ownerId: account.id, archived: false, folderId, ...pageOf({ page: 1, ...query }) })
  })

  app.handle(listPinnedChats, ({ visitor }) =>
    listed({ ownerId: visitor.account.id, archived: false, pinned: true }),
  )

  app.handle(listArchivedChats, ({ visitor, query }) =>
    listed({ ownerId: visitor.account.id, archived: true, ...pageOf(query) }),
  )
}

function batchRoute(app: App, parts: ChatRouteParts) {
  const { batches, folders, deletions, findChatsWithRunningTurn, stopChat } = parts

  const deleteChats = async (account: Account, ids: readonly string[]): Promise<string[]> => {
    await checkMayDelete(parts, account)
    const deletedIds = await batches.markDeleted(account.id, ids)
    for (const id of await findChatsWithRunningTurn(deletedIds)) await stopChat(id)
    deletions.scheduleSweep()
    return deletedIds
  }

  app.handle(changeChats, async ({ visitor: { account }, body: { ids, act, folder_id } }) => {
    if (act === 'delete') return { ids: await deleteChats(account, ids) }
    if (act === 'restore') return { ids: await batches.restore(account.id, ids) }
    const folderId = folder_id ?? null
    if (act === 'move' && folderId !== null && !(await folders.find(account.id, folderId)))
      throw new ChatappRefused('folder_missing')
    return { ids: await batches.change(account.id, ids, changeOf(act, folderId)) }
  })
  return deleteChats
}

function changeOf(act: Exclude<BatchRequest['act'], 'delete' | 'restore'>, folderId: string | null) {
  if (act === 'move') return { folderId }
  if (act === 'pin' || act === 'unpin') return { pinned: act === 'pin' }
  return { archived: act === 'archive' }
}

async function checkMayDelete({ settings }: ChatRouteParts, account: Account): Promise<void> {
  if (account.role === 'admin') return
  const permissions = (await settings.readFor(account)).get('user.permissions')
  if (!isPermitted(permissions, 'chat', 'delete')) throw new ChatappRefused('forbidden')
}

const orMissing = <T>(found: T | null): T => {
  if (found === null) throw new ChatappRefused('chat_missing')
  return found
}
