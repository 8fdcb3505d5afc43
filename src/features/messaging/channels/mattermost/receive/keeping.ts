import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { SocketContext } from '../../../channel.ts'
import { ChatChannel, type User } from '../answers.ts'
import type { Get } from '../api.ts'
import type { Stored } from '../stored.ts'
import { encodeDelivery, kept, type Delivery } from './delivery.ts'
import { ownChannels, postedSince } from './history.ts'

/** Servers of one cluster tell of what happened at the same time in any order. */
const OVERLAP_MS = 60_000
/** What is older than that is answered no more, however long we were away. */
const LONGEST_AWAY_MS = 7 * 24 * 60 * 60_000
const MOST_REMEMBERED = 10_000

/** Keeps what is heard, and what the history has of it. */
export interface Keeping {
  keep(delivery: Delivery, bot: User, signal: AbortSignal): Promise<void>
  /** Keep what the history has and we may not. Gives the ids of posts of which a socket should have told. */
  catchUp(bot: User, signal: AbortSignal): Promise<string[]>
  noteTold(postId: string): void
  wasTold(postId: string): boolean
}

export function createKeeping(
  { clock, store, lastHeard, caughtUp }: Pick<SocketContext, 'clock' | 'store' | 'lastHeard' | 'caughtUp'>,
  get: Get,
): Keeping {
  const channels = new BoundedMap<string, NonNullable<Stored['channel']>>(MOST_REMEMBERED)
  /** How we learned of a post. */
  const posts = new BoundedMap<string, 'told' | 'found'>(MOST_REMEMBERED)
  /** All posts up to this time of the server are kept; null until that is known. */
  let keptUntil: number | null = null

  const channelOf = async (
    { channelId, channel }: Delivery,
    signal: AbortSignal,
  ): Promise<Stored['channel']> => {
    const known = channel ?? channels.get(channelId)
    if (known) return known
    const path = `channels/${encodeURIComponent(channelId)}`
    const found = await get(path, ChatChannel, signal).then(kept, () => null)
    if (found) channels.set(channelId, found)
    return found
  }
  const keep: Keeping['keep'] = async (delivery, bot, signal) => {
    if (delivery.authorId === bot.id) return
    const channel = await channelOf(delivery, signal)
    signal.throwIfAborted()
    await store(encodeDelivery(delivery, channel, bot))
  }
  /** Who hears for the first time begins now, by the server's clock: nobody waits for an answer to what was said before. */
  const firstSince = async (newest: number): Promise<number> => {
    const longest = clock.now() - LONGEST_AWAY_MS
    const until = await caughtUp.until()
    if (until !== null) return Math.max(until, longest)
    const heard = await lastHeard()
    return heard === null ? newest : Math.max(heard - OVERLAP_MS, longest)
  }
  return {
    keep,
    noteTold: (postId) => void posts.set(postId, 'told'),
    wasTold: (postId) => posts.get(postId) === 'told',
    async catchUp(bot, signal) {
      const own = await ownChannels(get, signal)
      const joined = new Set(own.filter(({ id }) => !channels.has(id)).map(({ id }) => id))
      for (const channel of own) channels.set(channel.id, kept(channel))
      const newest = Math.max(0, ...own.map((channel) => channel.last_post_at))
      keptUntil ??= await firstSince(newest)
      const untold: string[] = []
      for await (const delivery of postedSince(get, own, keptUntil, signal)) {
        if (!posts.has(delivery.id)) {
          posts.set(delivery.id, 'found')
          if (!joined.has(delivery.channelId)) untold.push(delivery.id)
        }
        await keep(delivery, bot, signal)
      }
      keptUntil = Math.max(keptUntil, newest - OVERLAP_MS)
      await caughtUp.note(keptUntil)
      return untold
    },
  }
}
