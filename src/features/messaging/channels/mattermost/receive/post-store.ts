import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { SocketContext } from '../../../channel.ts'
import { ChatChannel, type User } from '../answers.ts'
import type { Get } from '../api.ts'
import type { Stored } from '../stored.ts'
import { encodeDelivery, storedChannel, type MattermostDelivery } from './delivery.ts'
import { ownChannels, postedSince } from './history.ts'

/**
 * Each read of the history starts this long before the newest known post, because a cluster may report simultaneous
 * events out of order.
 */
const OVERLAP_MS = 60_000
/** After downtime, the Hub does not answer messages older than this. */
const MAX_MESSAGE_AGE_MS = 7 * 24 * 60 * 60_000
const MAX_CACHED_ITEMS = 10_000

export interface PostStore {
  keep(delivery: MattermostDelivery, bot: User, signal: AbortSignal): Promise<void>
  /** Returns ids of posts that the socket should have delivered but did not. */
  catchUp(bot: User, signal: AbortSignal): Promise<string[]>
  recordDelivered(postId: string): void
  wasDelivered(postId: string): boolean
}

export function createPostStore(
  {
    clock,
    store,
    readLastReceived,
    caughtUp,
  }: Pick<SocketContext, 'clock' | 'store' | 'readLastReceived' | 'caughtUp'>,
  get: Get,
): PostStore {
  const channels = new BoundedMap<string, NonNullable<Stored['channel']>>(MAX_CACHED_ITEMS)
  const posts = new BoundedMap<string, 'socket' | 'history'>(MAX_CACHED_ITEMS)
  /** Server time up to which all posts are stored; null before the first catch-up. */
  let storedUntil: number | null = null

  const channelOf = async (
    { channelId, channel }: MattermostDelivery,
    signal: AbortSignal,
  ): Promise<Stored['channel']> => {
    const known = channel ?? channels.get(channelId)
    if (known) return known
    const path = `channels/${encodeURIComponent(channelId)}`
    const found = await get(path, ChatChannel, signal).then(storedChannel, () => null)
    if (found) channels.set(channelId, found)
    return found
  }
  const keep: PostStore['keep'] = async (delivery, bot, signal) => {
    if (delivery.authorId === bot.id) return
    const channel = await channelOf(delivery, signal)
    signal.throwIfAborted()
    await store(encodeDelivery(delivery, channel, bot))
  }
  const firstSince = async (newest: number): Promise<number> => {
    const oldest = clock.now() - MAX_MESSAGE_AGE_MS
    const until = await caughtUp.until()
    if (until !== null) return Math.max(until, oldest)
    const lastDeliveryAt = await readLastReceived()
    return lastDeliveryAt === null ? newest : Math.max(lastDeliveryAt - OVERLAP_MS, oldest)
  }
  return {
    keep,
    recordDelivered: (postId) => void posts.set(postId, 'socket'),
    wasDelivered: (postId) => posts.get(postId) === 'socket',
    async catchUp(bot, signal) {
      const own = await ownChannels(get, signal)
      const joined = new Set(own.filter(({ id }) => !channels.has(id)).map(({ id }) => id))
      for (const channel of own) channels.set(channel.id, storedChannel(channel))
      const newest = Math.max(0, ...own.map((channel) => channel.last_post_at))
      storedUntil ??= await firstSince(newest)
      const undelivered: string[] = []
      for await (const delivery of postedSince(get, own, storedUntil, signal)) {
        if (!posts.has(delivery.id)) {
          posts.set(delivery.id, 'history')
          if (!joined.has(delivery.channelId)) undelivered.push(delivery.id)
        }
        await keep(delivery, bot, signal)
      }
      storedUntil = Math.max(storedUntil, newest - OVERLAP_MS)
      await caughtUp.storeUntil(storedUntil)
      return undelivered
    },
  }
}
