import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { SocketContext } from '../../../channel.ts'
import { ChatChannel, type User } from '../answers.ts'
import type { Get } from '../api.ts'
import type { Stored } from '../stored.ts'
import type { Server } from '../variables.ts'
import { deliveryOf, encodeDelivery, kept, type Delivery } from './delivery.ts'
import { ownChannels, postedSince } from './history.ts'
import { openSocket } from './socket.ts'

/** Servers of one cluster tell of what happened at the same time in any order. */
const OVERLAP_MS = 60_000
/** What is older than that is answered no more, however long we were away. */
const LONGEST_AWAY_MS = 7 * 24 * 60 * 60_000
/** How often the history is compared with what the socket told. */
const COMPARE_EVERY_MS = 5 * 60_000
/** How long an event may be on its way when the history has its post already. */
const ON_ITS_WAY_MS = 10_000
const MOST_REMEMBERED = 10_000

export interface Hearing {
  /** One connection from its beginning to its end. Says why it ended. @throws when it did not come about. */
  hear(bot: User, signal: AbortSignal): Promise<string>
  lastHeardAtMs(): number | null
}

/** What is heard over the connections of one process, one after the other. */
export function createHearing(server: Server, context: SocketContext, get: Get): Hearing {
  const { clock, store, report } = context
  const channels = new BoundedMap<string, NonNullable<Stored['channel']>>(MOST_REMEMBERED)
  /** How we learned of a post. */
  const posts = new BoundedMap<string, 'told' | 'found'>(MOST_REMEMBERED)
  /** All posts up to this time of the server are kept; null until that is known. */
  let keptUntil: number | null = null
  let lastHeardAtMs: number | null = null

  const tell = (state: 'connected' | 'deaf', problem: string | null) =>
    report({ state, foreign: 0, lastHeardAtMs, problem })

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
  const keep = async (delivery: Delivery, bot: User, signal: AbortSignal) => {
    if (delivery.authorId === bot.id) return
    const channel = await channelOf(delivery, signal)
    signal.throwIfAborted()
    await store(encodeDelivery(delivery, channel, bot))
  }

  /** Keep what the history has and we may not. Gives the ids of posts of which a socket should have told. */
  const catchUp = async (bot: User, signal: AbortSignal): Promise<string[]> => {
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
    return untold
  }
  /** Who hears for the first time begins now, by the server's clock: nobody waits for an answer to what was said before. */
  const firstSince = async (newest: number): Promise<number> => {
    const heard = await context.lastHeard()
    return heard === null ? newest : Math.max(heard - OVERLAP_MS, clock.now() - LONGEST_AWAY_MS)
  }

  /** Resolves when the history has what the socket never told. */
  const deafness = async (bot: User, signal: AbortSignal): Promise<string> => {
    for (;;) {
      await clock.sleep(COMPARE_EVERY_MS, signal)
      const untold = await catchUp(bot, signal)
      if (untold.length === 0) continue
      await clock.sleep(ON_ITS_WAY_MS, signal)
      if (untold.every((id) => posts.get(id) === 'told')) continue
      tell('deaf', DEAF)
      return DEAF
    }
  }

  return {
    lastHeardAtMs: () => lastHeardAtMs,
    async hear(bot, outer) {
      const over = new AbortController()
      const signal = AbortSignal.any([outer, over.signal])
      const caughtUp = Promise.withResolvers<void>()
      const failed = Promise.withResolvers<never>()
      failed.promise.catch(() => {}) // it may fail when nobody waits any more
      // In the order in which it was said: first what was missed. Behind what could not be kept nothing is: it all comes
      // again from the history.
      let inOrder: Promise<void> = caughtUp.promise
      const keepInOrder = (delivery: Delivery) => {
        inOrder = inOrder.then(() => keep(delivery, bot, signal))
        inOrder.catch((error: Error) =>
          failed.reject(new Error(`what Mattermost tells can't be kept: ${error.message}`)),
        )
      }
      try {
        using socket = await openSocket(
          server,
          clock,
          (event) => {
            lastHeardAtMs = clock.now()
            const delivery = deliveryOf(event)
            if (delivery?.postId) posts.set(delivery.postId, 'told')
            if (delivery) keepInOrder(delivery)
          },
          signal,
        )
        const listen = async () => {
          await catchUp(bot, signal)
          caughtUp.resolve()
          tell('connected', null)
          return deafness(bot, signal)
        }
        return await Promise.race([socket.ended, listen(), failed.promise])
      } finally {
        over.abort()
        caughtUp.reject(signal.reason)
        await inOrder.catch(() => {})
      }
    },
  }
}

const DEAF = 'Mattermost keeps the connection and tells nothing: connecting anew'
