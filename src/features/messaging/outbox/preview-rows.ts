import type { Transaction } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { ChannelMessage } from '../message.ts'
import { enqueue, noteParts, textColumns, type MessagePart, type Sending } from './outbox.ts'

/** Returns null if the agent is no longer writing the answer. */
export async function previewPart(
  store: Pick<Store, 'transaction'>,
  { id: messageId, hub, key }: Pick<ChannelMessage, 'id' | 'hub' | 'key'>,
  place: Pick<Sending, 'channel' | 'conversation'>,
  now: number,
): Promise<MessagePart | null> {
  return store.transaction(async (tx) => {
    const message = await tx
      .selectFrom('messages')
      .select('state')
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (message?.state !== 'answering') return null
    const known = await writingOf(tx, messageId)
    const about = { hub, ...place, replyTo: key, cause: 'preview' as const, messageId, runId: null }
    const outboxId =
      known ?? (await enqueue(tx, { ...about, texts: [{ text: '', plain: '' }] }, now, 'writing'))
    return tx
      .selectFrom('outbox_parts')
      .selectAll()
      .where('outbox_id', '=', outboxId)
      .where('position', '=', 0)
      .executeTakeFirstOrThrow()
  })
}

export async function enqueueEnd(
  tx: Transaction<Tables>,
  sending: Sending & { messageId: string },
  now: number,
): Promise<void> {
  const outboxId = await writingOf(tx, sending.messageId)
  const [first, ...rest] = sending.texts
  if (outboxId === null || !first) return void (await enqueue(tx, sending, now))
  await tx
    .updateTable('outbox')
    .set({ cause: sending.cause, state: 'waiting', created_at_ms: now, due_at_ms: now })
    .where('id', '=', outboxId)
    .execute()
  await tx
    .updateTable('outbox_parts')
    .set({ ...textColumns(first), attempts: 0 })
    .where('outbox_id', '=', outboxId)
    .execute()
  await noteParts(tx, outboxId, rest, 1)
}

export async function withdrawPreview(
  tx: Transaction<Tables>,
  messageIds: readonly string[],
  now: number,
): Promise<void> {
  if (messageIds.length === 0) return
  await tx
    .updateTable('outbox')
    .set({ state: 'waiting', created_at_ms: now, due_at_ms: now })
    .where('message_id', 'in', [...messageIds])
    .where('state', '=', 'writing')
    .execute()
}

export const forgetPreview = (store: Pick<Store, 'transaction'>, outboxId: string): Promise<void> =>
  store.transaction(async (tx) => {
    await tx.deleteFrom('outbox_parts').where('outbox_id', '=', outboxId).execute()
    await tx.deleteFrom('outbox').where('id', '=', outboxId).execute()
  })

const writingOf = async (tx: Transaction<Tables>, messageId: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('outbox')
      .select('id')
      .where('message_id', '=', messageId)
      .where('state', '=', 'writing')
      .executeTakeFirst()
  )?.id ?? null
