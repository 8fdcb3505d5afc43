import { z } from 'zod'
import type { Channel, OutgoingMessage, SendOutcome } from '../../channel.ts'
import type { ApiFailure, Get } from './api.ts'
import { PostList } from './answers.ts'
import type { MattermostResponse, MattermostClient } from './client.ts'
import { createPostTargets } from './post-target.ts'
import { readMattermostRefusal } from './refusal.ts'

export const UNREACHED_WAIT_MS = 10_000
const PAGE = 200
const MAX_PAGES = 10
/** Property with the message's id in a post. People do not see properties. */
const ID_PROP = 'hub_message_id'

export function createSending(
  client: MattermostClient,
  get: Get,
): Required<Pick<Channel, 'send' | 'reconcile' | 'acknowledge'>> & { begin: Channel['send'] } {
  const findPostTarget = createPostTargets(get)

  const create = async (
    message: OutgoingMessage,
    pendingId: string,
    signal: AbortSignal,
  ): Promise<SendOutcome> => {
    const { channelId, rootId } = await findPostTarget(message.to, signal)
    const exchange = await client.exchange(
      {
        method: 'POST',
        path: 'posts',
        body: {
          channel_id: channelId,
          message: message.text,
          ...(rootId !== '' && { root_id: rootId }),
          // For half a minute, the server creates no second post with the same `pending_post_id`.
          pending_post_id: pendingId,
          props: { [ID_PROP]: message.id },
        },
      },
      signal,
    )
    if (exchange.happened === 'broken') return { outcome: 'unknown', reason: exchange.reason }
    return exchange.happened === 'answered'
      ? outcomeOf(exchange.answer)
      : later(exchange.reason, UNREACHED_WAIT_MS)
  }

  const created = (message: OutgoingMessage, pendingId: string, signal: AbortSignal): Promise<SendOutcome> =>
    create(message, pendingId, signal).catch(
      ({ message: reason, waitMs }: ApiFailure) => later(reason, waitMs ?? UNREACHED_WAIT_MS), // the post was not sent, because its thread could not be found
    )

  return {
    send: (message, signal) => created(message, `hub:${message.id}`, signal),
    // The preview must not use the id of its answer, because the server would then create no post for the answer.
    begin: (message, signal) => created(message, `hub:preview:${message.id}`, signal),
    async reconcile({ id, to }, signal) {
      const isOurs = ({ props }: z.infer<typeof Own>) => props?.[ID_PROP] === id
      const [channelId = '', rootId] = to.conversation.split('/')
      const pages = rootId === undefined ? MAX_PAGES : 1 // one page is enough for a thread, because the server returns it complete
      try {
        for (let page = 0; page < pages; page++) {
          const path =
            rootId === undefined
              ? `channels/${encodeURIComponent(channelId)}/posts?page=${page}&per_page=${PAGE}`
              : `posts/${encodeURIComponent(rootId)}/thread`
          const { order, posts } = await get(path, PostList, signal)
          const found = Object.values(posts ?? {}).find((post) => isOurs(Own.parse(post)))
          if (found) return { sent: true, id: found.id }
          if (rootId !== undefined || (order ?? []).length < PAGE) return { sent: false }
        }
        return null // an older page may contain the post
      } catch {
        return null
      }
    },
    async acknowledge(to, _, signal) {
      const place = await findPostTarget(to, signal).catch(() => null)
      if (place === null) return
      const body = { channel_id: place.channelId, parent_id: place.rootId }
      await client.exchange({ method: 'POST', path: 'users/me/typing', body }, signal)
    },
  }
}

const Own = z.object({ props: z.record(z.string(), z.unknown()).nullish() })

const later = (reason: string, afterMs: number): SendOutcome => ({
  outcome: 'later',
  afterMs,
  reason,
  of: 'channel',
})

function outcomeOf(answer: MattermostResponse): SendOutcome {
  const { status, json } = answer
  const created = Created.safeParse(json)
  if ((status === 200 || status === 201) && created.success) return { outcome: 'sent', id: created.data.id }
  const { reason, code, waitMs } = readMattermostRefusal(answer)
  // A proxy may fail after the server has stored the post.
  if (status >= 500 || (status >= 200 && status < 300)) return { outcome: 'unknown', reason }
  if (waitMs !== null) return later(reason, waitMs)
  return {
    outcome: status === 403 || status === 404 || CLOSING.has(code ?? '') ? 'closed' : 'failed',
    reason,
  }
}

const Created = z.object({ id: z.string().min(1) })

const CLOSING: ReadonlySet<string> = new Set([
  'api.post.create_post.can_not_post_to_deleted.error',
  'api.post.create_post.can_not_post_in_restricted_dm.error',
  'api.post.create_post.root_id.app_error',
  'api.post.create_post.channel_root_id.app_error',
  'api.post.create_post.town_square_read_only',
])
