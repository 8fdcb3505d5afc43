import type { ExpressionBuilder } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { isDrainingCondition } from '#ground/instances/instances.ts'
import { languageOf, type Language } from '#ground/turn/language/language.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { ConversationsDeps } from './conversations.ts'
import { readJoinedMessage } from '../receive/joined-rows.ts'
import { readChannelMessage, type ChannelMessage } from '../message.ts'
import { STOPPED_WAITING } from '../receive/receive.ts'
import type { ConversationTarget } from '../send/send.ts'

export interface RowsDeps {
  store: Store
  hub: string
  clock: Pick<Clock, 'now'>
}

export async function nextMessage(
  { store, hub, clock, instance }: RowsDeps & Pick<ConversationsDeps, 'instance'>,
  { channel, conversation }: ConversationTarget,
): Promise<ChannelMessage | null> {
  const now = clock.now()
  const row = await store.db
    .selectFrom('messages')
    .selectAll()
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('conversation', '=', conversation)
    .where('state', 'in', ['received', 'answering'])
    .where('joined_to', 'is', null)
    .where((eb) => eb.or([eb('due_at_ms', '<=', now), eb('stop_asked_at_ms', 'is not', null)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('messages as held')
            .whereRef('held.hub', '=', 'messages.hub')
            .whereRef('held.channel', '=', 'messages.channel')
            .whereRef('held.conversation', '=', 'messages.conversation')
            .whereRef('held.handles', '=', 'messages.handles')
            .whereRef('held.arrival', '<', 'messages.arrival')
            .where('held.state', '=', 'received')
            .where('held.attempts', '=', 0)
            .where('held.due_at_ms', '>', now)
            .where('held.joined_to', 'is', null)
            .select('held.id'),
        ),
      ),
    )
    .where(({ not }) => not(isDrainingCondition(instance.id)))
    .orderBy('arrival')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : readJoinedMessage(store, readChannelMessage(row))
}

export async function waitingBefore(
  { store }: RowsDeps,
  { hub, channel, conversation, handles, arrival }: ChannelMessage,
  chat: number,
): Promise<ChannelMessage[]> {
  const rows = await store.db
    .selectFrom('messages')
    .selectAll()
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('conversation', '=', conversation)
    .where('handles', '=', JSON.stringify(handles))
    .where('arrival', '<', arrival)
    .where('state', '=', 'received')
    .where('attempts', '>', 0)
    .where('chat', '=', chat)
    .where('joined_to', 'is', null)
    .orderBy('arrival')
    .execute()
  return Promise.all(rows.map((row) => readJoinedMessage(store, readChannelMessage(row))))
}

export async function recentLanguage(
  { store }: RowsDeps,
  { hub, channel, conversation, handles, arrival }: ChannelMessage,
): Promise<Language> {
  const rows = await store.db
    .selectFrom('messages')
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('conversation', '=', conversation)
    .where('handles', '=', JSON.stringify(handles))
    .where('arrival', '<', arrival)
    .select('text')
    .orderBy('arrival', 'desc')
    .limit(MAX_RECENT_MESSAGES)
    .execute()
  return languageOf(rows.map(({ text }) => text.replace(/^\s*\/\w+/, '')).join('\n'))
}

const MAX_RECENT_MESSAGES = 5

export async function effectOfStop(
  { store }: RowsDeps,
  { hub, channel, conversation, handles, arrival, receivedAt }: ChannelMessage,
): Promise<'notified' | 'unnotified' | 'nothing'> {
  const rows = await store.db
    .selectFrom('messages')
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('conversation', '=', conversation)
    .where('handles', '=', JSON.stringify(handles))
    .where('arrival', '<', arrival)
    .where('state', '=', 'stopped')
    .where('ended_at_ms', '>=', receivedAt)
    .select('reason')
    .execute()
  if (rows.some(({ reason }) => reason === null)) return 'notified'
  return rows.some(({ reason }) => reason === STOPPED_WAITING) ? 'unnotified' : 'nothing'
}

export async function beginAnswer(
  { store }: RowsDeps,
  message: ChannelMessage,
  chat: number,
): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable('messages')
    .set({ state: 'answering', attempts: message.attempts + 1, email: message.email, chat })
    .where('id', '=', message.id)
    .where(isRevision(message))
    .where('state', 'in', ['received', 'answering'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const isRevision =
  ({ revision }: Pick<ChannelMessage, 'revision'>) =>
  (eb: ExpressionBuilder<Tables, 'messages'>) =>
    eb(eb.fn.coalesce('revision', eb.lit(0)), '=', revision)

export const requeue = async (
  { store }: RowsDeps,
  { id }: ChannelMessage,
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
  { channel, conversation }: ConversationTarget,
): Promise<{ chat: number; kind: string }> =>
  (await store.db
    .selectFrom('conversations')
    .select(['chat', 'kind'])
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('id', '=', conversation)
    .executeTakeFirst()) ?? { chat: 0, kind: 'private' }

export async function startNewChat(
  { store, hub }: RowsDeps,
  { channel, conversation }: ConversationTarget,
): Promise<void> {
  await store.db
    .updateTable('conversations')
    .set((eb) => ({ chat: eb('chat', '+', 1) }))
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('id', '=', conversation)
    .execute()
}
