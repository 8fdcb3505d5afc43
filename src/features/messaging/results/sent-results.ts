import type { Store } from '#ground/store/store.ts'
import type { ChannelMessage } from '../message.ts'

export interface SentResult {
  /** Epoch milliseconds. */
  at: number
  text: string
}

const MAX_RESULTS = 3

export async function resultsBefore(
  { store }: { store: Pick<Store, 'db'> },
  { hub, channel, conversation, replyTo, receivedAt }: ChannelMessage,
  chat: number,
): Promise<SentResult[]> {
  const earlier = await store.db
    .selectFrom('messages')
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('conversation', '=', conversation)
    .where('chat', '<', chat)
    .select((eb) => eb.fn.max('received_at_ms').as('at'))
    .executeTakeFirst()
  const sent = await store.db
    .selectFrom('outbox')
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('conversation', '=', conversation)
    .where('cause', '=', 'result')
    .where('state', 'in', ['sent', 'unknown'])
    .where('created_at_ms', '>', earlier?.at ?? 0)
    .where('created_at_ms', '<=', receivedAt)
    .select(['id', 'created_at_ms as at'])
    .orderBy('id', 'desc')
    .limit(MAX_RESULTS)
    .execute()
  const answered = replyTo === null ? [] : await selectAnswers(store, { hub, channel, replyTo })
  const all = new Map([...sent, ...answered].map(({ id, at }) => [id, at]))
  if (all.size === 0) return []
  const parts = await store.db
    .selectFrom('outbox_parts')
    .select(['outbox_id', 'plain'])
    .where('outbox_id', 'in', [...all.keys()])
    .orderBy('position')
    .execute()
  return [...all]
    .map(([id, at]) => ({
      at,
      text: parts.flatMap(({ outbox_id, plain }) => (outbox_id === id ? plain : [])).join('\n'),
    }))
    .toSorted((a, b) => a.at - b.at)
}

const selectAnswers = (
  { db }: Pick<Store, 'db'>,
  { hub, channel, replyTo }: { hub: string; channel: string; replyTo: string },
) =>
  db
    .selectFrom('outbox_parts')
    .innerJoin('outbox', 'outbox.id', 'outbox_parts.outbox_id')
    .where('outbox_parts.provider_id', '=', replyTo)
    .where('outbox.hub', '=', hub)
    .where('outbox.channel', '=', channel)
    .where('outbox.cause', '=', 'result')
    .select(['outbox.id', 'outbox.created_at_ms as at'])
    .limit(1)
    .execute()
