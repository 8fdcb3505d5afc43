import type { Clock } from '#ground/base/clock.ts'
import { isChannel, type ChannelName } from '#ground/hub/channels.ts'
import type { Store } from '#ground/store/store.ts'
import type { Place } from './send.ts'

export interface ConversationsDeps {
  store: Store
  hub: string
  /** Names this process among all that share the store. */
  owner: string
  clock: Pick<Clock, 'now'>
}

/** How long after a process was last heard of another one may take its conversations. */
export const LEASE_MS = 30_000

/** Conversations that are worked on by one process at a time, so that their order is kept. */
export interface Conversations {
  /** Those in which something may be done now, that of the longest wait first. */
  due(limit: number): Promise<Place[]>
  /** @returns Whether it is ours until `LEASE_MS` from now. */
  claim(place: Place): Promise<boolean>
  release(place: Place): Promise<void>
}

export function createConversations({ store, hub, owner, clock }: ConversationsDeps): Conversations {
  const row = ({ channel, conversation }: Place) =>
    store.db
      .updateTable('conversations')
      .where('hub', '=', hub)
      .where('channel', '=', channel)
      .where('id', '=', conversation)
  return {
    async due(limit) {
      const now = clock.now()
      const waiting = await store.db
        .selectFrom('messages')
        .where('hub', '=', hub)
        .where('state', 'in', ['received', 'answering'])
        .where('due_at_ms', '<=', now)
        .select(['channel', 'conversation', 'due_at_ms'])
        .unionAll(
          store.db
            .selectFrom('outbox')
            .where('hub', '=', hub)
            .where('state', '=', 'waiting')
            .where('due_at_ms', '<=', now)
            .select(['channel', 'conversation', 'due_at_ms']),
        )
        .orderBy('due_at_ms')
        .limit(limit * MOST_IN_ONE)
        .execute()
      const places = new Map<string, Place>()
      for (const { channel, conversation } of waiting)
        if (isChannel(channel)) places.set(keyOf({ channel, conversation }), { channel, conversation })
      return [...places.values()].slice(0, limit)
    },
    async claim(place) {
      const now = clock.now()
      const { numUpdatedRows } = await row(place)
        .where((eb) =>
          eb.or([
            eb('lease_until_ms', 'is', null),
            eb('lease_until_ms', '<', now),
            eb('lease_owner', '=', owner),
          ]),
        )
        .set({ lease_owner: owner, lease_until_ms: now + LEASE_MS })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async release(place) {
      await row(place)
        .where('lease_owner', '=', owner)
        .set({ lease_owner: null, lease_until_ms: null })
        .execute()
    },
  }
}

/** Messages of one conversation that are looked at for it to be found. */
const MOST_IN_ONE = 20

export const keyOf = ({ channel, conversation }: { channel: ChannelName; conversation: string }): string =>
  `${channel} ${conversation}`
