import type { Clock } from '#ground/base/clock.ts'
import { drains } from '#ground/machines/machines.ts'
import type { Store } from '#ground/store/store.ts'
import { messageOf, type Message } from './message.ts'
import type { ConversationsDeps } from './conversations.ts'
import type { Place } from './send.ts'

export interface RowsDeps {
  store: Store
  hub: string
  clock: Pick<Clock, 'now'>
}

/** The oldest that is not dealt with; null when it is not due: what came later waits for it. */
export async function nextMessage(
  { store, hub, clock, machine }: RowsDeps & Pick<ConversationsDeps, 'machine'>,
  { channel, conversation }: Place,
): Promise<Message | null> {
  const row = await store.db
    .selectFrom('messages')
    .selectAll()
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('conversation', '=', conversation)
    .where('state', 'in', ['received', 'answering'])
    .where(({ not }) => not(drains(machine.id)))
    .orderBy('arrival')
    .limit(1)
    .executeTakeFirst()
  return row === undefined || row.due_at_ms > clock.now() ? null : messageOf(row)
}

/** Whether what a person wanted to stop was stopped, and they were told, before it was the turn of their word. */
export const hasStopped = async (
  { store }: RowsDeps,
  { hub, channel, conversation, arrival, receivedAt }: Message,
): Promise<boolean> =>
  (await store.db
    .selectFrom('messages')
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('conversation', '=', conversation)
    .where('arrival', '<', arrival)
    .where('state', '=', 'stopped')
    .where('ended_at_ms', '>=', receivedAt)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** @returns False when the message reads otherwise by now, or is gone. */
export async function beginAnswer({ store }: RowsDeps, message: Message, chat: number): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable('messages')
    .set({ state: 'answering', attempts: message.attempts + 1, email: message.email, chat })
    .where('id', '=', message.id)
    .where('text', '=', message.text)
    .where('state', 'in', ['received', 'answering'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Have it wait again, as far as nobody has ended it meanwhile. */
export const putBack = async (
  { store }: RowsDeps,
  { id }: Message,
  change: Partial<{
    reason: string
    attempts: number
    due_at_ms: number
  }>,
): Promise<void> => {
  await store.db
    .updateTable('messages')
    .set({ ...change, state: 'received' })
    .where('id', '=', id)
    .where('state', 'in', ['received', 'answering'])
    .execute()
}

export const conversationAt = async (
  { store, hub }: RowsDeps,
  { channel, conversation }: Place,
): Promise<{ chat: number; kind: string }> =>
  (await store.db
    .selectFrom('conversations')
    .select(['chat', 'kind'])
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('id', '=', conversation)
    .executeTakeFirst()) ?? { chat: 0, kind: 'private' }

/** What was said before is not told to the agent any more. */
export async function beginAnew({ store, hub }: RowsDeps, { channel, conversation }: Place): Promise<void> {
  await store.db
    .updateTable('conversations')
    .set((eb) => ({ chat: eb('chat', '+', 1) }))
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('id', '=', conversation)
    .execute()
}
