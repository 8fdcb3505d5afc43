import { Refused } from '#chatapp/http/refused.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { isPermitted } from '#chatapp/accounts/settings/permissions.ts'
import type { Settings } from '#chatapp/accounts/settings/settings.ts'
import type { ChatListing, Chats } from './chats.ts'
import {
  createChat,
  deleteAllChats,
  deleteChat,
  listArchivedChats,
  listChats,
  listPinnedChats,
  mergeChat,
  readChat,
  searchChats,
  toggleArchived,
  togglePinned,
} from './contract.ts'
import { chatListView, chatView } from './present.ts'

const PAGE_SIZE = 60
/** Imported chats may be long. */
const LONG = { bodyLimit: 32 * 1024 * 1024 }

export interface ChatRouteParts {
  chats: Chats
  settings: Pick<Settings, 'readFor'>
  isAnswering(chatId: string): boolean
  /** End the running answer of a chat, if there is one. */
  stop(chatId: string): Promise<void>
  /** Delete the files that only this chat shows. */
  removeFilesOf(ownerId: string, chatId: string): Promise<void>
}

export function chatRoutes(app: App, parts: ChatRouteParts): void {
  const { chats } = parts
  const view = async (ownerId: string, chatId: string) =>
    chatView(orMissing(await chats.read(ownerId, chatId)))
  listRoutes(app, parts)

  app.handle(
    createChat,
    async ({ visitor, body }) => chatView(await chats.create(visitor.account.id, body.chat)),
    LONG,
  )

  app.handle(readChat, ({ visitor, params }) => view(visitor.account.id, params.id))

  app.handle(
    mergeChat,
    async ({ visitor, params, body }) =>
      chatView(orMissing(await chats.merge(visitor.account.id, params.id, body.chat))),
    LONG,
  )

  app.handle(togglePinned, async ({ visitor: { account }, params }) => {
    orMissing(await chats.togglePinned(account.id, params.id))
    return view(account.id, params.id)
  })

  app.handle(toggleArchived, async ({ visitor: { account }, params }) => {
    orMissing(await chats.toggleArchived(account.id, params.id))
    return view(account.id, params.id)
  })

  app.handle(deleteChat, async ({ visitor: { account }, params }) => {
    await checkMayDelete(parts, account)
    if (!(await chats.find(account.id, params.id))) throw new Refused('chat_delete_missing')
    await remove(parts, account.id, params.id)
    return true
  })

  app.handle(deleteAllChats, async ({ visitor: { account } }) => {
    await checkMayDelete(parts, account)
    for (const chat of await chats.list({ ownerId: account.id, archived: null }))
      await remove(parts, account.id, chat.id)
    return true
  })
}

function listRoutes(app: App, { chats, isAnswering }: ChatRouteParts): void {
  const listed = async (listing: ChatListing, page?: number) => {
    const paging = page === undefined ? {} : { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
    const found = await chats.list({ ...listing, ...paging })
    return found.map((chat) => chatListView(chat, isAnswering(chat.id)))
  }

  app.handle(listChats, ({ visitor, query }) =>
    listed({ ownerId: visitor.account.id, archived: false }, query.page),
  )

  app.handle(searchChats, ({ visitor, query: { text, page } }) =>
    listed({ ownerId: visitor.account.id, archived: null, text: text.trim() }, page),
  )

  app.handle(listPinnedChats, ({ visitor }) =>
    listed({ ownerId: visitor.account.id, archived: false, pinned: true }),
  )

  app.handle(listArchivedChats, ({ visitor, query }) =>
    listed({ ownerId: visitor.account.id, archived: true }, query.page),
  )
}

/** @throws Refused when an administrator took deleting chats from them. */
async function checkMayDelete({ settings }: ChatRouteParts, account: Account): Promise<void> {
  if (account.role === 'admin') return
  const permissions = (await settings.readFor(account)).get('user.permissions')
  if (!isPermitted(permissions, 'chat', 'delete')) throw new Refused('forbidden')
}

async function remove(
  { chats, stop, removeFilesOf }: ChatRouteParts,
  ownerId: string,
  chatId: string,
): Promise<void> {
  await stop(chatId)
  await removeFilesOf(ownerId, chatId)
  await chats.remove(ownerId, chatId)
}

const orMissing = <T>(found: T | null): T => {
  if (found === null) throw new Refused('chat_missing')
  return found
}
