import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { StoredChats } from '../chats.ts'
import { chatListView } from '../present.ts'
import { addTag, listAllTags, listChatsByTag, listTags, removeTag } from './contract.ts'
import { readTagNames, tagId } from './names.ts'
import type { TagView } from './schema.ts'
import type { ChatTags } from './tags.ts'

export interface TagRouteParts {
  tags: ChatTags
  chats: Pick<StoredChats, 'find' | 'listed'>
  findChatsWithRunningTurn(chatIds: readonly string[]): Promise<ReadonlySet<string>>
}

export function tagRoutes(app: App, { tags, chats, findChatsWithRunningTurn }: TagRouteParts): void {
  app.handle(listAllTags, async ({ visitor: { account } }) =>
    (await tags.all(account.id)).map((name) => tagView(account.id, name)),
  )

  app.handle(listChatsByTag, async ({ visitor: { account }, body: { name, skip, limit } }) => {
    const ids = await tags.chatsWith(account.id, name)
    const found = await chats.listed(ids.slice(skip, skip + limit))
    const answering = await findChatsWithRunningTurn(found.map(({ id }) => id))
    return found.map((chat) => chatListView(chat, answering.has(chat.id)))
  })

  app.handle(listTags, async ({ visitor: { account }, params }) => {
    const chat = await chats.find(account.id, params.id)
    if (!chat) throw new ChatappRefused('chat_missing')
    return readTagNames(chat.extra.tags).map((name) => tagView(account.id, name))
  })

  app.handle(addTag, async ({ visitor: { account }, params, body }) =>
    unwrapChatapp(await tags.add(account.id, params.id, body.name)).map((name) => tagView(account.id, name)),
  )

  app.handle(removeTag, async ({ visitor: { account }, params, body }) =>
    unwrapChatapp(await tags.remove(account.id, params.id, body.name)).map((name) =>
      tagView(account.id, name),
    ),
  )
}

const tagView = (userId: string, name: string): TagView => ({
  id: tagId(name),
  name,
  user_id: userId,
  meta: null,
})
