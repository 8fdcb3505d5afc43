import type { Store } from '#ground/store/store.ts'
import { CHANNEL_NAMES, isChannel, type ChannelName } from '#ground/hub/channels.ts'
import { CHANNEL_KINDS } from '../channels/kinds.ts'
import { messageHandles } from '../message.ts'
import { enqueue } from '../outbox/outbox.ts'
import { literal } from '../text/literal.ts'
import { addConversation } from './conversation.ts'
import { temporaryConversation } from './names.ts'

/**
 * Notices of the service to one person, on a channel on which this person has written to a Hub. WhatsApp is left out,
 * because it accepts a Hub's message only within a day after the person's last message.
 */
export interface PersonalNotices {
  /** The person's handle on each channel of these Hubs, or on one channel, from the person's newest message. */
  handlesOf(email: string, hubs: readonly string[], channel?: string): Promise<PersonalChannel[]>
  /** Idempotent by `id`. */
  send(notice: PersonalNotice): Promise<void>
  read(id: string): Promise<{ state: string; reason: string | null } | null>
}

export interface PersonalChannel {
  hub: string
  channel: ChannelName
  handle: string
}

export interface PersonalNotice extends PersonalChannel {
  id: string
  email: string
  text: string
  now: number
}

const SENDABLE = CHANNEL_NAMES.filter((name) => CHANNEL_KINDS[name].sendsFirst)

export const createPersonalNotices = (store: Pick<Store, 'db' | 'transaction'>): PersonalNotices => ({
  async handlesOf(email, hubs, only) {
    const channels = only === undefined ? SENDABLE : SENDABLE.filter((name) => name === only)
    if (hubs.length === 0 || channels.length === 0) return []
    const ids = await newestMessages(store.db, email, hubs, channels)
    if (ids.length === 0) return []
    const rows = await store.db
      .selectFrom('messages')
      .where('id', 'in', ids)
      .select(['hub', 'channel', 'handles'])
      .orderBy('id')
      .execute()
    return rows.flatMap((row) => {
      const { hub, channel } = row
      return isChannel(channel) ? [{ hub, channel, handle: addressIn(messageHandles(row)[0]) }] : []
    })
  },
  send: ({ id, hub, channel, handle, email, text, now }) =>
    store.transaction(async (tx) => {
      const known = await tx.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst()
      if (known) return
      const conversation = temporaryConversation(handle)
      await addConversation(tx, { hub, channel, id: conversation, kind: 'private' })
      await enqueue(
        tx,
        {
          id,
          hub,
          channel,
          conversation,
          replyTo: null,
          cause: 'personal',
          messageId: null,
          runId: null,
          target: email,
          texts: [{ text: literal(text), plain: literal(text) }], // names in the text must not become links
        },
        now,
      )
    }),
  async read(id) {
    const row = await store.db
      .selectFrom('outbox')
      .select(['state', 'reason'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row ?? null
  },
})

/**
 * Reads one index entry for each Hub to which the person has written, and one for each channel there, however many
 * messages there are.
 */
async function newestMessages(
  db: Store['db'],
  email: string,
  hubs: readonly string[],
  channels: readonly ChannelName[],
): Promise<string[]> {
  const found = await db
    .withRecursive('written(hub)', (made) =>
      made
        .selectFrom('messages')
        .where('email', '=', email)
        .select(({ fn }) => fn.min('hub').$castTo<string | null>().as('hub'))
        .unionAll(
          made
            .selectFrom('written')
            .where('written.hub', 'is not', null)
            .select((one) =>
              one
                .selectFrom('messages')
                .where('email', '=', email)
                .whereRef('messages.hub', '>', 'written.hub')
                .select(({ fn }) => fn.min('messages.hub').as('hub'))
                .as('hub'),
            ),
        ),
    )
    .selectFrom('written')
    .where('written.hub', 'in', hubs)
    .select((one) =>
      channels.map((channel) =>
        one
          .selectFrom('messages')
          .where('email', '=', email)
          .whereRef('messages.hub', '=', 'written.hub')
          .where('channel', '=', channel)
          .orderBy('received_at_ms', 'desc')
          .orderBy('id')
          .limit(1)
          .select('id')
          .as(channel),
      ),
    )
    .execute()
  return found.flatMap((row) => Object.values(row)).filter((id) => id !== null)
}

/** Slack's handles begin with the team: `T1:U1`. */
const addressIn = (handle: string): string => handle.slice(handle.lastIndexOf(':') + 1)
