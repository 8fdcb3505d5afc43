import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { chatView } from '#chatapp/chats/present.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import {
  cloneSharedChat,
  continueSharedChat,
  listReceivedShares,
  readShareAsChat,
  readSharedChat,
} from './contract.ts'
import type { ShareGate, OpenedShare } from './gate.ts'
import { sharedMessage, type Visibility } from './present.ts'
import { receivedView, type Received } from './received.ts'
import type { SharedView } from './schema.ts'

export interface ReaderRouteParts {
  gate: Pick<ShareGate, 'open'>
  received: Received
  chats: Pick<StoredChats, 'create' | 'read'>
}

export function readerRoutes(app: App, { gate, received, chats }: ReaderRouteParts): void {
  app.handle(listReceivedShares, ({ visitor: { account } }) => received.list(account))

  app.handle(readSharedChat, async ({ visitor: { account }, params, query }) => {
    const opened = unwrapChatapp(await gate.open(account, params.id))
    const view = await stretchOf(opened, query)
    await received.recordOpening(opened, account)
    return view
  })

  app.handle(continueSharedChat, async ({ visitor: { account }, params }) => {
    const opened = unwrapChatapp(await gate.open(account, params.id))
    return { id: await copyFor(account, opened, chats) }
  })

  app.handle(readShareAsChat, async ({ visitor: { account }, params }) => {
    const opened = unwrapChatapp(await gate.open(account, params.id))
    const view = await chatViewOf(opened)
    await received.recordOpening(opened, account)
    return view
  })

  app.handle(cloneSharedChat, async ({ visitor: { account }, params }) => {
    const opened = unwrapChatapp(await gate.open(account, params.id))
    const copy = await chats.read(account.id, await copyFor(account, opened, chats))
    if (!copy) throw new ChatappRefused('share_missing')
    return chatView(copy, processTurns)
  })
}

export const visibilityOf = ({ share, chat }: OpenedShare): Visibility => ({
  shareId: share.id,
  chatId: chat.id,
  details: share.showsDetails,
})

async function stretchOf(
  opened: OpenedShare,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<SharedView> {
  const { shown, share, isOwn } = opened
  const end = before === undefined ? shown.ids.length : shown.ids.indexOf(before)
  if (end < 0) throw new ChatappRefused('message_missing')
  const messages = await shown.read(shown.ids.slice(Math.max(0, end - limit), end))
  const visibility = visibilityOf(opened)
  return {
    ...receivedView(opened),
    details: share.showsDetails,
    is_own: isOwn,
    current_id: shown.ids.at(-1) ?? null,
    messages: messages.map((message) => sharedMessage(message, visibility)),
  }
}

async function chatViewOf(opened: OpenedShare) {
  const { share, chat, shown } = opened
  const visibility = visibilityOf(opened)
  const messages = (await inPieces(shown)).map((message) => sharedMessage(message, visibility))
  const history = {
    currentId: messages.at(-1)?.id ?? null,
    messages: Object.fromEntries(messages.map((message) => [message.id, message])),
  }
  const { title } = receivedView(opened)
  return {
    id: share.id,
    user_id: chat.ownerId,
    title,
    chat: { title, models: [...opened.models], history, messages },
    updated_at: share.changedAt,
    created_at: share.createdAt,
    share_id: share.id,
    archived: false,
    pinned: false,
    meta: {},
    folder_id: null,
  }
}

/** Omits files, because they belong to the owner. */
async function copyFor(
  account: Account,
  opened: OpenedShare,
  chats: Pick<StoredChats, 'create'>,
): Promise<string> {
  const { shown, models } = opened
  const visibility = visibilityOf(opened)
  const messages = (await inPieces(shown))
    .filter(({ state }) => state !== 'running')
    .map((message) => {
      const {
        id,
        files: _files,
        childrenIds: _children,
        versions: _versions,
        ...rest
      } = sharedMessage(message, visibility)
      return [id, rest] as const
    })
  const history = { currentId: messages.at(-1)?.[0] ?? null, messages: Object.fromEntries(messages) }
  const chat = await chats.create(account.id, {
    title: receivedView(opened).title,
    models: [...models],
    history,
  })
  return chat.id
}

/** Databases limit the number of parameters of a statement. */
const MESSAGES_PER_QUERY = 1000

async function inPieces({ ids, read }: OpenedShare['shown']) {
  const messages = []
  for (let from = 0; from < ids.length; from += MESSAGES_PER_QUERY)
    messages.push(...(await read(ids.slice(from, from + MESSAGES_PER_QUERY))))
  return messages
}
