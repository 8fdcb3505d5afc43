import { processTurns } from '#ground/base/turn-budget.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { isPermitted } from '#chatapp/accounts/settings/permissions.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { Batches } from '../batch.ts'
import type { ChatWithMessages } from '../chat.ts'
import type { StoredChats } from '../chats.ts'
import type { StoredMessage } from '../message.ts'
import { chatView, messageView } from '../present.ts'
import type { ChatForm } from '../schema.ts'
import type { ChatTimes } from '../storing.ts'
import { readTagNames } from '../tags/names.ts'
import { branchTo } from '../tree.ts'
import type { ChatFolders } from '../folders/folders.ts'
import { cloneChat, forkChat, importChats, type ImportedChat } from './contract.ts'

export interface CopyRouteParts {
  chats: Pick<StoredChats, 'create' | 'read'>
  batches: Pick<Batches, 'change'>
  folders: Pick<ChatFolders, 'find'>
  settings: Pick<SiteSettings, 'readFor'>
}

const WHOLE = { isHeavy: true }
const LONG = { bodyLimit: 16 * 1024 * 1024, isHeavy: true }

export function copyRoutes(app: App, parts: CopyRouteParts): void {
  const { chats, batches, folders } = parts
  const own = async (account: Account, id: string): Promise<ChatWithMessages> => {
    await checkMayImport(parts, account)
    const chat = await chats.read(account.id, id)
    if (!chat) throw new ChatappRefused('chat_missing')
    return chat
  }

  const store = async (account: Account, before: Place, form: ChatForm, times?: ChatTimes) => {
    const { id } = await chats.create(account.id, form, times)
    if (before.folderId !== null) await batches.change(account.id, [id], { folderId: before.folderId })
    if (before.pinned) await batches.change(account.id, [id], { pinned: true })
    return chatView((await chats.read(account.id, id))!, processTurns)
  }

  app.handle(
    importChats,
    async ({ visitor: { account }, body }) => {
      await checkMayImport(parts, account)
      const folderIds = new Set(body.chats.map((chat) => chat.folder_id ?? null))
      for (const id of folderIds)
        if (id !== null && !(await folders.find(account.id, id))) throw new ChatappRefused('folder_missing')
      const stored = []
      for (const chat of body.chats) {
        const place = { folderId: chat.folder_id ?? null, pinned: chat.pinned ?? false }
        stored.push(await store(account, place, importedForm(chat), timesOf(chat)))
      }
      return stored
    },
    LONG,
  )

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
      return store(account, chat, formOf(chat, branch, { title: chat.title, currentId }))
    },
    WHOLE,
  )
}

type Place = Pick<ChatWithMessages, 'folderId' | 'pinned'>

const importedForm = ({ chat, meta }: ImportedChat): ChatForm => ({
  ...chat,
  tags: readTagNames([...readTagNames(chat['tags']), ...(meta?.tags ?? [])]),
})

/** Null or missing times are unknown. A chat cannot change before it exists. */
function timesOf({ created_at: createdAt, updated_at: updatedAt }: ImportedChat): ChatTimes | undefined {
  const created = createdAt ?? updatedAt
  if (created === null || created === undefined) return undefined
  return { createdAt: created, updatedAt: Math.max(created, updatedAt ?? created) }
}

/** The copy keeps the ids of its messages, because they are unique within a chat only. */
function formOf(
  chat: ChatWithMessages,
  messages: readonly StoredMessage[],
  { title, currentId }: { title: string; currentId: string | null },
): ChatForm {
  const ended = messages.filter(({ state }) => state !== 'running')
  const forms = ended.map((message) => [message.id, messageView(message)] as const)
  const last = ended.some(({ id }) => id === currentId) ? currentId : (ended.at(-1)?.id ?? null)
  return {
    ...chat.extra,
    originalChatId: chat.id,
    branchPointMessageId: last,
    title,
    history: { currentId: last, messages: Object.fromEntries(forms) },
  }
}

async function checkMayImport({ settings }: CopyRouteParts, account: Account): Promise<void> {
  if (account.role === 'admin') return
  const permissions = (await settings.readFor(account)).get('user.permissions')
  if (!isPermitted(permissions, 'chat', 'import')) throw new ChatappRefused('forbidden')
}
