import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { lockChat } from './chat.ts'
import { appendMessages, messagesOf } from './messages.ts'

export interface NewVersion {
  ownerId: string
  chatId: string
  /** The answer that the person edited. */
  messageId: string
  text: string
}

export type VersionRefusal =
  | 'chat_missing'
  | 'message_missing'
  | 'message_empty'
  | 'answer_unfinished'
  | 'chat_busy'

/** The agent's answer stays. The new version has neither its tool calls nor its rating. */
export const addVersion = (
  { store, clock }: { store: Pick<Store, 'transaction'>; clock: Clock },
  { ownerId, chatId, messageId, text }: NewVersion,
): Promise<Result<{ id: string }, VersionRefusal>> =>
  store.transaction(async (tx) => {
    if (text.trim() === '') return refused('message_empty')
    const chat = await lockChat(tx, ownerId, chatId)
    if (!chat) return refused('chat_missing')
    const [answer] = await messagesOf(tx, chatId, [messageId])
    if (answer?.role !== 'assistant') return refused('message_missing')
    if (answer.state === 'running') return refused('answer_unfinished')
    const lease = await tx
      .selectFrom('turn_leases')
      .select('epoch')
      .where('chat_id', '=', chatId)
      .executeTakeFirst()
    if (lease) return refused('chat_busy')
    const id = newId()
    const { parentId, model } = answer
    const timestamp = epochSeconds(clock)
    await appendMessages(tx, chatId, [
      {
        id,
        parentId,
        role: 'assistant',
        content: text,
        model,
        state: 'done',
        timestamp,
        extra: { edited: true },
      },
    ])
    await tx
      .updateTable('chatapp_chats')
      .set({ current_message_id: id, updated_at: timestamp })
      .where('id', '=', chatId)
      .execute()
    return accepted({ id })
  })
