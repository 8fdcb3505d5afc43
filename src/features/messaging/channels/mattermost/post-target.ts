import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { MessageAddress } from '../../channel.ts'
import { Post } from './answers.ts'
import type { ApiFailure, Get } from './api.ts'

export interface PostTarget {
  channelId: string
  rootId: string
}

const MAX_CACHED_THREADS = 1_000

export function createPostTargets(get: Get) {
  const roots = new BoundedMap<string, string>(MAX_CACHED_THREADS)
  const rootOf = async (id: string, signal: AbortSignal): Promise<string> => {
    const known = roots.get(id)
    if (known !== undefined) return known
    const root = await get(`posts/${encodeURIComponent(id)}`, Post, signal).then(
      (post) => post.root_id,
      (error: ApiFailure) => {
        if (error.status === 403 || error.status === 404) return '' // the post was deleted or is no longer accessible
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
