import type { ExpressionBuilder, Selectable, Transaction } from 'kysely'
import { newId, newOrderedId } from '#ground/base/ids.ts'
import type { MessageTables } from '#ground/store/message-tables.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { OutgoingText } from '../channel.ts'
import type { CallCard, EditCard } from './cards.ts'
import { isChannel, type ChannelName } from '#ground/hub/channels.ts'

/**
 * The outbox stores outgoing messages, each in parts that fit the provider's limits.
 *
 * States of a part: `waiting` → `sending` → `sent`, `unknown`, `failed` or `refused`. A preview is `showing` until its
 * answer replaces it. The state of a message is the worst state of its parts.
 *
 * 1. Queue: the transaction that decides on an answer, a notice or a result inserts the message and its parts.
 * 2. Attempt: the only worker of the conversation takes the oldest message and sends its parts in order. Before each
 *    attempt it stores `sending` and the number of the attempt.
 * 3. Result: success stores the provider's id. A failure that certainly delivered nothing returns the part to `waiting`
 *    with a later due time, until the attempts or a day are used up.
 * 4. Reconcile: a part that is found in `sending` was interrupted. If the provider can be searched, the part becomes
 *    `sent` or is sent again. Otherwise it becomes `unknown` and is never sent again automatically.
 * 5. Settle: when no part is waiting or sending, the message gets its final state, and so does the person's message
 *    that it answers.
 *
 * An `edit` changes a sent part: it is retried until the provider accepts it, because edits are idempotent.
 *
 * Invariant: a part is sent again only if the earlier attempt certainly did not arrive.
 */

export interface Sending {
  /** Idempotency key; default: a new id. */
  id?: string
  hub: string
  channel: Carrier
  conversation: string
  replyTo: string | null
  /**
   * `answer` to a message, `notice` of the Hub itself, `result` of a run, `personal` notice of the service to the person in
   * `target`, `preview` of an unfinished answer, or `edit`.
   */
  cause: 'answer' | 'notice' | 'result' | 'personal' | 'preview' | 'edit'
  messageId: string | null
  runId: string | null
  target?: string
  texts: readonly PartText[]
}

export interface PartText extends OutgoingText {
  card?: CallCard | EditCard
}

export type OutgoingWhole = Selectable<MessageTables['outbox']>
export type MessagePart = Selectable<MessageTables['outbox_parts']>

export async function enqueue(
  tx: Transaction<Tables>,
  sending: Sending,
  now: number,
  state: 'waiting' | 'writing' = 'waiting',
): Promise<string> {
  const { id = newOrderedId(), hub, channel, conversation, replyTo, cause, messageId, runId } = sending
  const { target, texts } = sending
  await tx
    .insertInto('outbox')
    .values({
      id,
      hub,
      channel,
      conversation,
      reply_to: replyTo,
      cause,
      message_id: messageId,
      run_id: runId,
      target: target ?? null,
      state,
      created_at_ms: now,
      due_at_ms: now,
    })
    .execute()
  await noteParts(tx, id, texts)
  return id
}

export async function noteParts(
  tx: Transaction<Tables>,
  outboxId: string,
  texts: readonly PartText[],
  first = 0,
): Promise<void> {
  if (texts.length === 0) return
  await tx
    .insertInto('outbox_parts')
    .values(
      texts.map((text, index) => ({
        outbox_id: outboxId,
        position: first + index,
        id: newId(),
        ...textColumns(text),
        state: 'waiting',
        attempts: 0,
      })),
    )
    .execute()
}

export const textColumns = ({ text, plain, card }: PartText) => ({
  text,
  plain,
  card: card === undefined ? null : JSON.stringify(card),
})

export const changePart = async (
  { db }: Pick<Store, 'db'>,
  { id }: Pick<MessagePart, 'id'>,
  change: Partial<
    Pick<MessagePart, 'state' | 'reason' | 'attempts' | 'provider_id' | 'sent_at_ms' | 'delivered_at_ms'>
  >,
): Promise<void> => {
  await db.updateTable('outbox_parts').set(change).where('id', '=', id).execute()
}

export const UNDER_WAY = ['showing', 'waiting', 'sending'] as const

const WORST_FIRST = [...UNDER_WAY, 'refused', 'failed', 'unknown', 'sent'] as const

export async function settle(tx: Transaction<Tables>, outboxId: string, now: number): Promise<void> {
  const parts = await tx
    .selectFrom('outbox_parts')
    .select(['state', 'reason'])
    .where('outbox_id', '=', outboxId)
    .execute()
  const worst = parts.toSorted((a, b) => rankOf(a.state) - rankOf(b.state))[0]
  const isUnderWay = UNDER_WAY.some((state) => state === worst?.state)
  const state = worst === undefined ? 'sent' : isUnderWay ? 'waiting' : worst.state
  const end = { state, reason: worst?.reason ?? null, ended_at_ms: isUnderWay ? null : now }
  const sending = await tx
    .updateTable('outbox')
    .set(end)
    .where('id', '=', outboxId)
    .returning(['message_id', 'cause'])
    .executeTakeFirst()
  if (sending?.message_id == null || sending.cause !== 'answer') return
  await tx
    .updateTable('messages')
    .set({ ...end, state: isUnderWay ? 'sending' : state })
    .where(isOrBelongsTo(sending.message_id))
    .where('state', 'in', ['sending', 'sent', 'unknown', 'failed'])
    .execute()
}

export const isOrBelongsTo = (id: string) => (eb: ExpressionBuilder<Tables, 'messages'>) =>
  eb.or([eb('id', '=', id), eb('joined_to', '=', id)])

const rankOf = (state: string): number => WORST_FIRST.indexOf(state as (typeof WORST_FIRST)[number])

export type Carrier = ChannelName | OwnCarrier

export type OwnCarrier = 'chat' | 'webhook'

export const isOwnCarrier = (name: string): name is OwnCarrier => name === 'chat' || name === 'webhook'

export const isCarrier = (name: string): name is Carrier => isChannel(name) || isOwnCarrier(name)
