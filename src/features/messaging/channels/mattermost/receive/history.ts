import { knownMembers } from '#ground/base/json/lenient-schema.ts'
import { ChatChannel, PostList } from '../answers.ts'
import type { Get } from '../api.ts'
import { postDelivery, type MattermostDelivery } from './delivery.ts'

const PAGE = 200
const MAX_PAGES = 25

export const ownChannels = (get: Get, signal: AbortSignal): Promise<ChatChannel[]> =>
  get('users/me/channels', knownMembers(ChatChannel), signal)

export async function* postedSince(
  get: Get,
  channels: readonly ChatChannel[],
  sinceMs: number,
  signal: AbortSignal,
): AsyncGenerator<MattermostDelivery> {
  for (const channel of channels)
    if (channel.last_post_at > sinceMs) yield* (await newestBack(get, channel, sinceMs, signal)).toReversed()
}

/** Reads backwards from the newest post, because a query with `since` may omit the oldest posts. */
async function newestBack(
  get: Get,
  channel: ChatChannel,
  sinceMs: number,
  signal: AbortSignal,
): Promise<MattermostDelivery[]> {
  const found = new Map<string, MattermostDelivery>()
  for (let page = 0; page < MAX_PAGES; page++) {
    const path = `channels/${encodeURIComponent(channel.id)}/posts?page=${page}&per_page=${PAGE}`
    const { order, posts } = await get(path, PostList, signal)
    // `posts` also contains posts of threads from other pages; `order` does not.
    const ids = order ?? []
    const ofPage = ids.flatMap((id) => posts?.[id] ?? [])
    for (const post of ofPage) {
      const delivery = post.create_at > sinceMs ? postDelivery(post, channel) : null
      if (delivery) found.set(delivery.id, delivery)
    }
    if (ids.length < PAGE || ofPage.some((post) => post.create_at <= sinceMs)) break
  }
  return [...found.values()]
}
