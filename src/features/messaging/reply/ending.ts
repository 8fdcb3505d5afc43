import type { Clock } from '#ground/base/clock.ts'
import { orderedIdOf } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { Channel } from '../channel.ts'
import type { MessagingEvents } from '../log-events.ts'
import type { ChannelMessage } from '../message.ts'
import { isRevision } from './message-rows.ts'
import { enqueue, isOrBelongsTo, type PartText } from '../outbox/outbox.ts'
import { enqueueEnd, withdrawPreview } from '../outbox/preview-rows.ts'
import type { ChannelMessageState } from '../schema.ts'
import type { ConversationTarget } from '../send/send.ts'

export interface EndDeps {
  store: Store
  clock: Pick<Clock, 'now'>
  events: Pick<MessagingEvents, 'ended'>
}

export interface HandledMessage {
  channel: Channel
  place: ConversationTarget
  message: ChannelMessage
  waiting?: readonly ChannelMessage[]
}

export interface End {
  state: ChannelMessageState
  /** Number of the message's chat; null if the agent never receives the message. */
  chat: number | null
  reason?: string
  answer?: string
  shown?: string
  /** Messages about waiting tool calls, after the answer. */
  cards?: readonly PartText[]
  notice?: string | undefined
}

/**
 * Ends a message unless it was edited or joined meanwhile, and queues the outgoing messages in the same transaction.
 */
export async function endMessage(deps: EndDeps, of: HandledMessage, { notice, ...end }: End): Promise<void> {
  const { message, waiting = [] } = of
  const now = deps.clock.now()
  const isEnded = await deps.store.transaction(async (tx) => {
    const change = {
      state: end.state,
      reason: end.reason ?? null,
      chat: end.chat,
      email: message.email,
      ended_at_ms: end.state === 'sending' ? null : now,
    }
    const { numUpdatedRows } = await tx
      .updateTable('messages')
      .set({ ...change, answer: end.answer ?? null })
      .where('id', '=', message.id)
      .where(isRevision(message))
      .where('state', 'in', ['received', 'answering'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      const changed = await tx
        .updateTable('messages')
        .set({ state: 'received', attempts: message.attempts })
        .where('id', '=', message.id)
        .where('state', 'in', ['received', 'answering'])
        .executeTakeFirst()
      if (changed.numUpdatedRows === 0n) await withdrawPreview(tx, [message.id], now)
      return false
    }
    for (const { id } of end.answer === undefined ? [] : waiting)
      await tx
        .updateTable('messages')
        .set({ joined_to: message.id })
        .where(isOrBelongsTo(id))
        .where('state', '=', 'received')
        .execute()
    await tx
      .updateTable('messages')
      .set(change)
      .where('joined_to', '=', message.id)
      .where('state', '=', 'received')
      .execute()
    if (end.answer !== undefined) {
      const { texts, ...sending } = endingNotice(of, end.shown ?? end.answer)
      await enqueueEnd(tx, { ...sending, cause: 'answer', texts: [...texts, ...(end.cards ?? [])] }, now)
    } else if (notice !== undefined) await enqueueEnd(tx, endingNotice(of, notice), now)
    else await withdrawPreview(tx, [message.id], now)
    await withdrawPreview(tx, end.answer === undefined ? [] : waiting.map(({ id }) => id), now)
    return true
  })
  if (isEnded && end.state !== 'sending')
    deps.events.ended({
      channel: message.channel,
      message: message.id,
      state: end.state,
      reason: end.reason ?? null,
      ms: now - message.receivedAt,
    })
}

export async function postpone(
  deps: Pick<EndDeps, 'store' | 'clock'>,
  of: HandledMessage,
  { reason, afterMs, notice }: { reason: string; afterMs: number; notice: string | null },
): Promise<void> {
  const { message } = of
  const now = deps.clock.now()
  await deps.store.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('messages')
      .set({ state: 'received', reason, due_at_ms: now + afterMs })
      .where('id', '=', message.id)
      .where('state', '=', 'answering')
      .executeTakeFirst()
    const id = orderedIdOf(message.receivedAt, `retry ${message.id}`)
    const isNotified = await tx.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst()
    if (numUpdatedRows > 0n && notice !== null && !isNotified)
      await enqueue(tx, { ...endingNotice(of, notice), id }, now)
  })
}

export const endingNotice = ({ message, channel, place }: HandledMessage, markdown: string) => ({
  hub: message.hub,
  ...place,
  replyTo: message.key,
  cause: 'notice' as const,
  messageId: message.id,
  runId: null,
  texts: channel.write(markdown),
})
