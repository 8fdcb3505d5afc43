import type { Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import { lockChat, type StoredChat } from './chat.ts'
import { chatFields, mergeMessage } from './form.ts'
import type { StoredMessage } from './message.ts'
import { readMessageForms, writeFields, type MessageForms } from './message-forms.ts'
import { appendMessages, idsAmong, messagesOf, updateMessage } from './messages.ts'
import { MAX_MESSAGES, type ChatForm, type MessageForm } from './schema.ts'
import { changeOf, countMessages, historyOf } from './imported/messages.ts'
import { indexTitle } from './search/documents.ts'

/*
 * A long transaction blocks other writers, so a long chat is stored in several:
 * 1. Insert the chat with `deleted_at` set, so that lists, pages and search ignore it.
 * 2. Per portion of messages, renew `deleted_at`, so that the sweep of `deletions.ts` does not remove the chat.
 * 3. Clear `deleted_at`. If the process crashes before this step, the sweep removes the chat.
 * Changes are stored in portions too. Requests can be repeated, because messages are identified by id.
 */

type Tx = Transaction<Tables>

const MAX_MESSAGES_PER_BATCH = 200
const MAX_CHARS_PER_BATCH = 256 * 1024

export interface StoringParts {
  store: Pick<Store, 'transaction'>
  clock: Clock
}

export interface Write {
  id: string
  ownerId: string
  form: ChatForm
}

/** Times are epoch seconds. */
export interface ChatOrigin {
  createdAt: number | null
  updatedAt: number | null
  archived: boolean
  pinned: boolean
  folderId: string | null
}

const NEW_CHAT: ChatOrigin = {
  createdAt: null,
  updatedAt: null,
  archived: false,
  pinned: false,
  folderId: null,
}

interface Portion {
  forms: [id: string, form: MessageForm][]
  /** All messages of the request, because a parent may be in a later portion. */
  all: MessageForms
  now: number
}

export async function storeChat(
  { store, clock }: StoringParts,
  { id, ownerId, form, origin = NEW_CHAT }: Write & { origin?: ChatOrigin },
): Promise<void> {
  const now = epochSeconds(clock)
  const { title, extra, ...fieldsOfForm } = chatFields(form)
  const history = isListOnly(form) ? listed(form, historyOf, now) : fieldsOfForm.history
  const all = await readMessageForms(history?.messages ?? {}, processTurns)
  const portions = portionsOf(all)
  const isStaged = portions.length > 1
  const fields = await writeFields(extra, processTurns)
  const createdAt = origin.createdAt ?? now
  const named = title || 'New chat'
  await store.transaction(async (tx) => {
    await tx
      .insertInto('chatapp_chats')
      .values({
        id,
        user_id: ownerId,
        title: named,
        current_message_id: history?.currentId ?? null,
        extra: fields,
        pinned: origin.pinned ? 1 : 0,
        archived: origin.archived ? 1 : 0,
        folder_id: origin.folderId,
        created_at: createdAt,
        updated_at: Math.max(createdAt, origin.updatedAt ?? now),
        deleted_at: isStaged ? now : null,
      })
      .execute()
    await indexTitle(tx, { id, ownerId, title: named })
    if (!isStaged) await addMessages(tx, id, { forms: portions[0] ?? [], all, now })
  })
  if (!isStaged) return
  for (const forms of portions)
    await store.transaction(async (tx) => {
      await stage(tx, id, epochSeconds(clock))
      await addMessages(tx, id, { forms, all, now })
    })
  await store.transaction((tx) => stage(tx, id, null))
}

const isListOnly = ({ history, messages }: ChatForm): boolean =>
  Array.isArray(messages) && Object.keys(history?.messages ?? {}).length === 0

function listed(form: ChatForm, read: typeof historyOf, now: number): ReturnType<typeof historyOf> {
  if (countMessages(form) > MAX_MESSAGES) throw new ChatappRefused('too_many_messages')
  return read(form, now)
}

/** @param deletedAt Null makes the chat visible. @throws if the chat was removed meanwhile */
async function stage(tx: Tx, id: string, deletedAt: number | null): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('chatapp_chats')
    .set({ deleted_at: deletedAt })
    .where('id', '=', id)
    .where('deleted_at', '>', 0)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('the chat was deleted while it was being saved')
}

export async function storeChange(
  { store, clock }: StoringParts,
  { id, ownerId, form }: Write,
): Promise<void> {
  const now = epochSeconds(clock)
  const list = isListOnly(form) ? listed(form, changeOf, now) : null
  const currentId = form.history?.currentId ?? list?.currentId ?? null
  const all = await readMessageForms((list ?? form.history)?.messages ?? {}, processTurns)
  const portions = portionsOf(all)
  const last = portions.pop() ?? []
  let isNewer = false
  for (const forms of portions) {
    const isThere = await store.transaction(async (tx) => {
      if (!(await lockChat(tx, ownerId, id))) return false
      isNewer = (await mergeMessages(tx, id, { forms, all, now })) || isNewer
      return true
    })
    if (!isThere) return
  }
  await store.transaction(async (tx) => {
    const before = await lockChat(tx, ownerId, id)
    if (!before) return
    isNewer = (await mergeMessages(tx, id, { forms: last, all, now })) || isNewer
    await changeFields(tx, before, { form, currentId, updatedAt: isNewer ? now : null })
  })
}

/** @param updatedAt Null keeps the time of the last update. */
async function changeFields(
  tx: Tx,
  before: StoredChat,
  { form, currentId, updatedAt }: { form: ChatForm; currentId: string | null; updatedAt: number | null },
): Promise<void> {
  const { title, extra } = chatFields(form)
  const { id, ownerId } = before
  await tx
    .updateTable('chatapp_chats')
    .set({
      title: title || before.title,
      current_message_id: currentId ?? before.currentId,
      extra: await writeFields({ ...before.extra, ...extra }, processTurns),
      ...(updatedAt !== null && { updated_at: updatedAt }),
    })
    .where('id', '=', id)
    .execute()
  if (title && title !== before.title) await indexTitle(tx, { id, ownerId, title })
}

function portionsOf(all: MessageForms): Portion['forms'][] {
  const portions: Portion['forms'][] = []
  let chars = Infinity
  for (const entry of all) {
    const length = entry[1].content?.length ?? 0
    if (chars + length > MAX_CHARS_PER_BATCH || portions.at(-1)!.length === MAX_MESSAGES_PER_BATCH) {
      portions.push([])
      chars = 0
    }
    portions.at(-1)!.push(entry)
    chars += length
  }
  return portions
}

const addMessages = (tx: Tx, chatId: string, { forms, all, now }: Portion): Promise<void> =>
  appendMessages(
    tx,
    chatId,
    forms.map(([id, form]) => mergeMessage(id, null, form, (parent) => all.has(parent), now)),
  )

/** Skips answers of running turns, because these turns still write them. */
async function mergeMessages(tx: Tx, chatId: string, { forms, all, now }: Portion): Promise<boolean> {
  const ids = forms.map(([id]) => id)
  const known = new Map((await messagesOf(tx, chatId, ids)).map((message) => [message.id, message]))
  const parents = forms.flatMap(([id, { parentId }]) => parentId ?? known.get(id)?.parentId ?? [])
  const elsewhere = await idsAmong(
    tx,
    chatId,
    parents.filter((id) => !all.has(id)),
  )
  const exists = (id: string) => all.has(id) || elsewhere.has(id)
  const added: StoredMessage[] = []
  const changed: StoredMessage[] = []
  for (const [id, form] of forms) {
    const before = known.get(id) ?? null
    if (before?.state === 'running') continue
    const merged = mergeMessage(id, before, form, exists, now)
    if (!before) added.push(merged)
    else if (JSON.stringify(merged) !== JSON.stringify(before)) changed.push(merged)
  }
  await appendMessages(tx, chatId, added)
  for (const message of changed) await updateMessage(tx, chatId, message)
  return added.length + changed.length > 0
}
