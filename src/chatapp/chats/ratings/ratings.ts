import type { Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { UnsavedAnswers } from '../chats.ts'
import { lockChat } from '../chat.ts'
import type { StoredMessage } from '../message.ts'
import { messagesOf, updateMessage } from '../messages.ts'
import type { Rating } from '../schema.ts'

export interface RatingsParts {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Clock
  unsaved: Pick<UnsavedAnswers, 'saveAnswersOf'>
}

export interface RatedAnswer {
  ownerId: string
  chatId: string
  messageId: string
  rating: Rating | null
}

export type RatingRefusal = 'chat_missing' | 'message_missing' | 'answer_unfinished'

export type Ratings = ReturnType<typeof createRatings>

/** A rating is stored twice: with the message, for the person, and in a table, for managers of the Hub. */
export const createRatings = (parts: RatingsParts) => ({
  rate: (answer: RatedAnswer, hubOf: HubOf) => rate(parts, answer, hubOf),

  /** Removes the rating even if the chat or message was deleted. */
  async remove({ ownerId, chatId, messageId }: Omit<RatedAnswer, 'rating'>): Promise<void> {
    const removed = await rate(parts, { ownerId, chatId, messageId, rating: null }, async () => null)
    if (removed.ok) return
    await parts.store.db
      .deleteFrom('chatapp_ratings')
      .where('chat_id', '=', chatId)
      .where('message_id', '=', messageId)
      .where('user_id', '=', ownerId)
      .execute()
  },
})

type HubOf = (model: string) => Promise<string | null>

async function rate(
  { store, clock, unsaved }: RatingsParts,
  { ownerId, chatId, messageId, rating }: RatedAnswer,
  hubOf: HubOf,
): Promise<Result<StoredMessage, RatingRefusal>> {
  await unsaved.saveAnswersOf(chatId)
  const [message] = await messagesOf(store.db, chatId, [messageId])
  const hub = message?.model ? await hubOf(message.model) : null // must precede the transaction, because `hubOf` may send a request to a Hub
  return store.transaction(async (tx) => {
    if (!(await lockChat(tx, ownerId, chatId))) return refused('chat_missing')
    const [message] = await messagesOf(tx, chatId, [messageId])
    if (message?.role !== 'assistant') return refused('message_missing')
    if (message.state === 'running') return refused('answer_unfinished')
    const { rating: _before, ...extra } = message.extra
    const rated: StoredMessage = { ...message, extra: { ...extra, ...(rating && { rating }) } }
    await updateMessage(tx, chatId, rated)
    await storeRating(
      tx,
      { ownerId, chatId, messageId, rating },
      { hub, model: message.model },
      epochSeconds(clock),
    )
    return accepted(rated)
  })
}

async function storeRating(
  tx: Transaction<Tables>,
  { ownerId, chatId, messageId, rating }: RatedAnswer,
  agent: { hub: string | null; model: string | null },
  now: number,
): Promise<void> {
  if (!rating) {
    await tx
      .deleteFrom('chatapp_ratings')
      .where('chat_id', '=', chatId)
      .where('message_id', '=', messageId)
      .execute()
    return
  }
  const values = {
    model: agent.model,
    is_good: rating.verdict === 'good' ? 1 : 0,
    reason: rating.reason ?? null,
    comment: rating.comment,
    rated_at: now,
  }
  await tx
    .insertInto('chatapp_ratings')
    .values({ chat_id: chatId, message_id: messageId, user_id: ownerId, hub: agent.hub, ...values })
    // `hub` is null if the person has lost access to the Hub. In this case, the stored Hub stays.
    .onConflict((conflict) =>
      conflict
        .columns(['chat_id', 'message_id'])
        .doUpdateSet(agent.hub === null ? values : { hub: agent.hub, ...values }),
    )
    .execute()
}
