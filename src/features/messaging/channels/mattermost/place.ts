import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { MessageAddress } from '../../channel.ts'
import { Post } from './answers.ts'
import type { ApiFailure, Get } from './api.ts'

/** Target of a post. */
export interface PostTarget {
  channelId: string
  /** The message that begins the thread; empty outside of threads. */
  rootId: string
}

/** Threads that are remembered, so that the parts of an answer are not looked up one by one. */
const MAX_CACHED_THREADS = 1_000

/**
 * Finds the place of an answer. Direct messages are one conversation, but who writes in a thread there looks for the answer
 * in that thread: only the message that is answered knows it.
 *
 * @throws ApiFailure from what it gives.
 */
export function createPlaces(get: Get) {
  const roots = new BoundedMap<string, string>(MAX_CACHED_THREADS)
  const rootOf = async (id: string, signal: AbortSignal): Promise<string> => {
    const known = roots.get(id)
    if (known !== undefined) return known
    const root = await get(`posts/${encodeURIComponent(id)}`, Post, signal).then(
      (post) => post.root_id,
      (error: ApiFailure) => {
        if (error.status === 403 || error.status === 404) return '' // deleted meanwhile
        throw error
      },
    )
    roots.set(id, root)
    return root
  }
  return async ({ conversation, replyTo }: MessageAddress, signal: AbortSignal): Promise<PostTarget> => {
    const [channelId = '', rootId] = conversation.split('/')
    if (rootId !== undefined) return { channelId, rootId }
    return { channelId, rootId: replyTo === null ? '' : await rootOf(replyTo, signal) }
  }
}
