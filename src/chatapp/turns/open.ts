import type { Transaction } from 'kysely'
import { idOf } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { lockChat, type Chat } from '#chatapp/chats/chat.ts'
import type { Message } from '#chatapp/chats/message.ts'
import type { AttachedFile } from '#chatapp/chats/schema.ts'
import { appendMessages, messagesOf } from '#chatapp/chats/messages.ts'
import { titleFrom } from '#chatapp/chats/title.ts'
import { branchTo } from '#chatapp/chats/tree.ts'
import { indexTitle } from '#chatapp/chats/search/documents.ts'

/** A turn as it is to be stored before anything is asked. */
export interface TurnDraft {
  ownerId: string
  /** Null makes a chat. */
  chatId: string | null
  answerId: string
  /** The message the new one hangs under; for another answer to a prompt, that prompt. */
  parentId: string | null
  prompt: { id: string; content: string; files: readonly AttachedFile[] } | null
  model: string
  /** Id of this server, to tell after a crash whose turns were running. */
  runner: string
  /** Epoch seconds. */
  now: number
}

export type OpenRefusal = 'completion_chat_missing' | 'parent_missing' | 'message_exists'

export type OpenedTurn =
  /** The same answer was asked for before. */
  { isNew: false; chatId: string } | { isNew: true; chatId: string; answer: Message; branch: Message[] }

/**
 * Store the prompt and an empty answer in one transaction, with a new chat around them if need be. After a crash
 * right behind it the person finds their prompt and an interrupted answer.
 */
export const openTurn = (store: Store, draft: TurnDraft): Promise<Result<OpenedTurn, OpenRefusal>> =>
  store.transaction(async (tx) => {
    const earlier = await chatOfAnswer(tx, draft)
    if (earlier !== null) return accepted({ isNew: false, chatId: earlier })
    const chat = draft.chatId === null ? null : await lockChat(tx, draft.ownerId, draft.chatId)
    if (draft.chatId !== null && !chat) return refused('completion_chat_missing')

    const known = chat ? await messagesOf(tx, chat.id) : []
    const prompt = promptOf(draft)
    const parent = known.find(({ id }) => id === draft.parentId) ?? null
    if (prompt ? draft.parentId !== null && !parent : parent?.role !== 'user')
      return refused('parent_missing')
    if (prompt && (prompt.id === draft.answerId || known.some(({ id }) => id === prompt.id)))
      return refused('message_exists')

    const answer = answerTo(prompt ?? parent!, draft)
    const added = prompt ? [prompt, answer] : [answer]
    const chatId = chat ? await touchChat(tx, chat, draft) : await createChat(tx, draft)
    await appendMessages(tx, chatId, added)
    return accepted({ isNew: true, chatId, answer, branch: branchTo([...known, ...added], answer.parentId) })
  })

async function chatOfAnswer(tx: Transaction<Tables>, draft: TurnDraft): Promise<string | null> {
  const row = await tx
    .selectFrom('chatapp_messages')
    .innerJoin('chatapp_chats', 'chatapp_chats.id', 'chatapp_messages.chat_id')
    .select('chatapp_chats.id')
    .where('chatapp_chats.user_id', '=', draft.ownerId)
    .where('chatapp_messages.chat_id', '=', draft.chatId ?? chatBegunBy(draft))
    .where('chatapp_messages.id', '=', draft.answerId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The chat that an answer begins has an id of its own making, so that asking again finds it without a search. */
const chatBegunBy = ({ ownerId, answerId }: TurnDraft): string => idOf(`chat ${ownerId} ${answerId}`)

const promptOf = ({ prompt, parentId, now }: TurnDraft): Message | null =>
  prompt && {
    id: prompt.id,
    parentId,
    role: 'user',
    content: prompt.content,
    model: null,
    state: 'done',
    timestamp: now,
    extra: prompt.files.length > 0 ? { files: [...prompt.files] } : {},
  }

const answerTo = (prompt: Message, { answerId, model, runner, now }: TurnDraft): Message => ({
  id: answerId,
  parentId: prompt.id,
  role: 'assistant',
  content: '',
  model,
  state: 'running',
  timestamp: now,
  extra: { runner },
})

async function createChat(tx: Transaction<Tables>, draft: TurnDraft): Promise<string> {
  const id = chatBegunBy(draft)
  const files = draft.prompt?.files.map(({ name }) => name).join(', ')
  const title = titleFrom(draft.prompt?.content || files || '')
  await tx
    .insertInto('chatapp_chats')
    .values({
      id,
      user_id: draft.ownerId,
      title,
      current_message_id: draft.answerId,
      extra: JSON.stringify({ models: [draft.model] }),
      pinned: 0,
      archived: 0,
      created_at: draft.now,
      updated_at: draft.now,
    })
    .execute()
  await indexTitle(tx, { id, ownerId: draft.ownerId, title })
  return id
}

async function touchChat(tx: Transaction<Tables>, chat: Chat, draft: TurnDraft): Promise<string> {
  await tx
    .updateTable('chatapp_chats')
    .set({
      current_message_id: draft.answerId,
      extra: JSON.stringify({ ...chat.extra, models: [draft.model] }),
      updated_at: draft.now,
    })
    .where('id', '=', chat.id)
    .execute()
  return chat.id
}
