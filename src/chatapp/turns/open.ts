import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import { idOf } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Instance } from '#ground/instances/instance.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { lockChat, type StoredChat } from '#chatapp/chats/chat.ts'
import type { MessageExtra, StoredMessage } from '#chatapp/chats/message.ts'
import type { AttachedFile } from '#chatapp/chats/schema.ts'
import { appendMessages, messagesOf, type TurnOfChat } from '#chatapp/chats/messages.ts'
import { temporaryId } from '#chatapp/chats/temporary.ts'
import { titleFrom } from '#chatapp/chats/title.ts'
import { branchTo } from '#chatapp/chats/tree.ts'
import { indexTitle } from '#chatapp/chats/search/documents.ts'
import { takeLease } from './leases.ts'
import { keptOf, revisedBranch } from './revision.ts'
import type { Revision } from './schema.ts'

export interface TurnDraft {
  ownerId: string
  chatId: string | null
  answerId: string
  /** Parent of the new prompt. If `prompt` is null, the id of the stored prompt. */
  parentId: string | null
  prompt: {
    id: string
    content: string
    files: readonly AttachedFile[]
    decision?: NonNullable<MessageExtra['decision']> | undefined
    repliesTo?: NonNullable<MessageExtra['repliesTo']> | undefined
  } | null
  model: string
  isTemporary?: boolean
  /** Title of a new chat; by default the beginning of the prompt. */
  title?: string | undefined
  /** The answer that the new answer revises. */
  revision?: Revision | null
  instance: Pick<Instance, 'id' | 'name'>
  now: EpochMs
}

export type OpenRefusal =
  | 'completion_chat_missing'
  | 'parent_missing'
  | 'message_exists'
  | 'chat_busy'
  | 'draining'

export type OpenedTurn =
  /** A message with the answer's id exists already. */
  | { isNew: false; chatId: string }
  | ({ isNew: true; answer: StoredMessage; branch: StoredMessage[] } & TurnOfChat)

/**
 * Stores the prompt and the running answer. After a crash, the person finds both, and the answer is marked as
 * interrupted.
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
    const old = draft.revision ? known.find(({ id }) => id === draft.revision!.answer_id) : undefined
    if (draft.revision && (prompt || !old || old.parentId !== draft.parentId))
      return refused('parent_missing')
    if (prompt && (prompt.id === draft.answerId || known.some(({ id }) => id === prompt.id)))
      return refused('message_exists')

    const empty = answerTo(prompt ?? parent!, draft)
    const answer = old && draft.revision!.how === 'continue' ? withKept(empty, keptOf(old)) : empty
    const added = prompt ? [prompt, answer] : [answer]
    const turn = { chatId: chat?.id ?? chatBegunBy(draft), epoch: (chat?.turnEpoch ?? 0) + 1 }
    const lease = { ...turn, answerId: answer.id, machineId: draft.instance.id, now: draft.now }
    const taken = await takeLease(tx, lease)
    if (taken !== 'taken') return refused(taken)
    await (chat ? touchChat(tx, chat, turn, draft) : createChat(tx, turn, draft))
    await appendMessages(tx, turn.chatId, added)
    const branch = branchTo([...known, ...added], answer.parentId)
    const revised = old ? revisedBranch(branch, { old, revision: draft.revision! }) : branch
    return accepted({ isNew: true, ...turn, answer, branch: revised })
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

/** Derived from the answer's id, so that a retried request finds the chat. */
const chatBegunBy = ({ ownerId, answerId, isTemporary = false }: TurnDraft): string => {
  const id = idOf(`chat ${ownerId} ${answerId}`)
  return isTemporary ? temporaryId(id) : id
}

const secondsOf = ({ now }: Pick<TurnDraft, 'now'>): number => Math.floor(now / 1000)

const promptOf = ({ prompt, parentId, ...draft }: TurnDraft): StoredMessage | null =>
  prompt && {
    id: prompt.id,
    parentId,
    role: 'user',
    content: prompt.content,
    model: null,
    state: 'done',
    timestamp: secondsOf(draft),
    extra: {
      ...(prompt.files.length > 0 && { files: [...prompt.files] }),
      ...(prompt.decision && { decision: prompt.decision }),
      ...(prompt.repliesTo && { repliesTo: prompt.repliesTo }),
    },
  }

const answerTo = (
  prompt: StoredMessage,
  { answerId, model, instance, ...draft }: TurnDraft,
): StoredMessage => ({
  id: answerId,
  parentId: prompt.id,
  role: 'assistant',
  content: '',
  model,
  state: 'running',
  timestamp: secondsOf(draft),
  extra: { machine: instance.name },
})

const withKept = (answer: StoredMessage, { content, extra }: ReturnType<typeof keptOf>): StoredMessage => ({
  ...answer,
  content,
  extra: { ...extra, ...answer.extra },
})

async function createChat(
  tx: Transaction<Tables>,
  { chatId: id, epoch }: TurnOfChat,
  draft: TurnDraft,
): Promise<void> {
  const now = secondsOf(draft)
  const files = draft.prompt?.files.map(({ name }) => name).join(', ')
  const title = draft.title ?? titleFrom(draft.prompt?.content || files || '')
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
      turn_epoch: epoch,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await indexTitle(tx, { id, ownerId: draft.ownerId, title })
}

const touchChat = (tx: Transaction<Tables>, chat: StoredChat, { epoch }: TurnOfChat, draft: TurnDraft) =>
  tx
    .updateTable('chatapp_chats')
    .set({
      current_message_id: draft.answerId,
      extra: JSON.stringify({ ...chat.extra, models: [draft.model] }),
      turn_epoch: epoch,
      updated_at: secondsOf(draft),
    })
    .where('id', '=', chat.id)
    .execute()
