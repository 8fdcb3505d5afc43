import { Refused } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/http/validation.ts'
import { visitorOf, type Guard, type Visitor } from '#chatapp/accounts/sessions/guard.ts'
import { isPermitted } from '#chatapp/accounts/settings/permissions.ts'
import type { Settings } from '#chatapp/accounts/settings/settings.ts'
import type { ChatListing, Chats } from './chats.ts'
import { chatListView, chatView } from './present.ts'
import { ChatParams, ChatRequest, ListQuery, SearchQuery } from './schema.ts'

const PAGE_SIZE = 60
/** Imported chats may be long. */
const LONGEST_CHAT_BYTES = 32 * 1024 * 1024

export interface ChatRouteParts {
  chats: Chats
  settings: Settings
  guard: Guard
  isAnswering(chatId: string): boolean
  /** End the running answer of a chat, if there is one. */
  stop(chatId: string): Promise<void>
  /** Delete the files that only this chat shows. */
  removeFilesOf(ownerId: string, chatId: string): Promise<void>
}

export function chatRoutes(app: App, parts: ChatRouteParts): void {
  const { chats, guard } = parts

  const listed = async (listing: ChatListing, page?: number) => {
    const paging = page === undefined ? {} : { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
    const found = await chats.list({ ...listing, ...paging })
    return found.map((chat) => chatListView(chat, parts.isAnswering(chat.id)))
  }
  const mayDelete = async ({ account }: Visitor) => {
    if (account.role === 'admin') return
    const permissions = (await parts.settings.readFor(account)).get('user.permissions')
    if (!isPermitted(permissions, 'chat', 'delete')) throw new Refused('forbidden')
  }
  const remove = async (ownerId: string, chatId: string) => {
    await parts.stop(chatId)
    await parts.removeFilesOf(ownerId, chatId)
    await chats.remove(ownerId, chatId)
  }

  for (const path of ['/api/v1/chats/', '/api/v1/chats/list'])
    app.get(path, { onRequest: guard.verified, schema: { querystring: ListQuery } }, async (request) =>
      listed({ ownerId: visitorOf(request).account.id, archived: false }, request.query.page),
    )

  app.get(
    '/api/v1/chats/search',
    { onRequest: guard.verified, schema: { querystring: SearchQuery } },
    async (request) => {
      const { text, page } = request.query
      return listed({ ownerId: visitorOf(request).account.id, archived: null, text: text.trim() }, page)
    },
  )

  app.get('/api/v1/chats/pinned', { onRequest: guard.verified }, async (request) =>
    listed({ ownerId: visitorOf(request).account.id, archived: false, pinned: true }),
  )

  app.get(
    '/api/v1/chats/archived',
    { onRequest: guard.verified, schema: { querystring: ListQuery } },
    async (request) => listed({ ownerId: visitorOf(request).account.id, archived: true }, request.query.page),
  )

  app.post(
    '/api/v1/chats/new',
    { onRequest: guard.verified, bodyLimit: LONGEST_CHAT_BYTES, schema: { body: ChatRequest } },
    async (request) => chatView(await chats.create(visitorOf(request).account.id, request.body.chat)),
  )

  app.get(
    '/api/v1/chats/:id',
    { onRequest: guard.verified, schema: { params: ChatParams } },
    async (request) =>
      chatView(orMissing(await chats.read(visitorOf(request).account.id, request.params.id))),
  )

  app.post(
    '/api/v1/chats/:id',
    {
      onRequest: guard.verified,
      bodyLimit: LONGEST_CHAT_BYTES,
      schema: { params: ChatParams, body: ChatRequest },
    },
    async (request) =>
      chatView(
        orMissing(await chats.merge(visitorOf(request).account.id, request.params.id, request.body.chat)),
      ),
  )

  app.post(
    '/api/v1/chats/:id/pin',
    { onRequest: guard.verified, schema: { params: ChatParams } },
    async (request) => {
      const { id } = request.params
      const { account } = visitorOf(request)
      orMissing(await chats.togglePinned(account.id, id))
      return chatView(orMissing(await chats.read(account.id, id)))
    },
  )

  app.post(
    '/api/v1/chats/:id/archive',
    { onRequest: guard.verified, schema: { params: ChatParams } },
    async (request) => {
      const { id } = request.params
      const { account } = visitorOf(request)
      orMissing(await chats.toggleArchived(account.id, id))
      return chatView(orMissing(await chats.read(account.id, id)))
    },
  )

  app.delete(
    '/api/v1/chats/:id',
    { onRequest: guard.verified, schema: { params: ChatParams } },
    async (request) => {
      const visitor = visitorOf(request)
      await mayDelete(visitor)
      if (!(await chats.find(visitor.account.id, request.params.id))) throw new Refused('chat_delete_missing')
      await remove(visitor.account.id, request.params.id)
      return true
    },
  )

  app.delete('/api/v1/chats/', { onRequest: guard.verified }, async (request) => {
    const visitor = visitorOf(request)
    await mayDelete(visitor)
    for (const chat of await chats.list({ ownerId: visitor.account.id, archived: null }))
      await remove(visitor.account.id, chat.id)
    return true
  })
}

const orMissing = <T>(found: T | null): T => {
  if (found === null) throw new Refused('chat_missing')
  return found
}
