import { processTurns } from '#ground/base/turn-budget.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { Batches } from '../batch.ts'
import type { ChatWithMessages } from '../chat.ts'
import type { StoredChats } from '../chats.ts'
import { checkMayImport } from '../may-import.ts'
import type { StoredMessage } from '../message.ts'
import { chatView, messageView } from '../present.ts'
import type { ChatForm } from '../schema.ts'
import { branchTo } from '../tree.ts'
import { cloneChat, forkChat } from './contract.ts'

export interface CopyRouteParts {
  chats: Pick<StoredChats, 'create' | 'read'>
  batches: Pick<Batches, 'change'>
  settings: Pick<SiteSettings, 'readFor'>
}

const WHOLE = { isHeavy: true }

export function copyRoutes(app: App, parts: CopyRouteParts): void {
  const { chats, batches } = parts
  const own = async (account: Account, id: string): Promise<ChatWithMessages> => {
    await checkMayImport(parts, account)
    const chat = await chats.read(account.id, id)
    if (!chat) throw new ChatappRefused('chat_missing')
    return chat
  }

  const store = async (account: Account, before: FolderAndPin, form: ChatForm) => {
    const { id } = await chats.create(account.id, form)
    if (before.folderId !== null) await batches.change(account.id, [id], { folderId: before.folderId })
    if (before.pinned) await batches.change(account.id, [id], { pinned: true })
    const copy = await chats.read(account.id, id)
    if (!copy) throw new ChatappRefused('chat_missing') // the chat was deleted meanwhile
    return chatView(copy, processTurns)
  }

  app.handle(
    cloneChat,
    async ({ visitor: { account }, params, body }) => {
      const chat = await own(account, params.id)
      const title = body?.title || `Clone of ${chat.title}`
      return store(account, chat, formOf(chat, chat.messages, { title, currentId: chat.currentId }))
    },
    WHOLE,
  )

  app.handle(
    forkChat,
    async ({ visitor: { account }, params, body }) => {
      const chat = await own(account, params.id)
      const currentId = body?.message_id ?? chat.currentId
      const branch = branchTo(chat.messages, currentId)
      if (branch.length === 0) throw new ChatappRefused('message_missing')
      return store(account, chat, formOf(chat, branch, { title: body?.title || chat.title, currentId }))
    },
    WHOLE,
  )
}

type FolderAndPin = Pick<ChatWithMessages, 'folderId' | 'pinned'>

function formOf(
  chat: ChatWithMessages,
  messages: readonly StoredMessage[],
  { title, currentId }: { title: string; currentId: string | null },
): ChatForm {
  const ended = messages.filter(({ state }) => state !== 'running')
  const forms = ended.map(
    (message) => [message.id, { ...message.extra.other, ...messageView(message) }] as const,
  )
  const last = ended.some(({ id }) => id === currentId) ? currentId : (ended.at(-1)?.id ?? null)
  return {
    ...chat.extra,
    originalChatId: chat.id,
    branchPointMessageId: last,
    title,
    history: { currentId: last, messages: Object.fromEntries(forms) },
  }
}
