import { z } from 'zod'
import type { Outgoing } from '../../channel.ts'
import type { Client } from './client.ts'
import { messageName, placeOf, tsOf } from './names.ts'
import { METADATA_TYPE } from './send.ts'

const PAGES = 5

const Page = z.looseObject({
  messages: z.array(
    z.looseObject({
      ts: z.string(),
      metadata: z
        .looseObject({ event_type: z.string(), event_payload: z.looseObject({ id: z.unknown() }) })
        .nullish()
        .catch(null),
    }),
  ),
  response_metadata: z.looseObject({ next_cursor: z.string().nullish() }).nullish(),
})

/** Look in the history behind the message that was answered for one that carries our id. Null: it couldn't be read. */
export const createReconcile =
  (client: Client) =>
  async (
    message: Outgoing,
    signal: AbortSignal,
  ): Promise<{ sent: true; id: string } | { sent: false } | null> => {
    const place = placeOf(message.to.conversation)
    if (!place) return null
    const { channel, thread } = place
    const oldest = message.to.replyTo ? tsOf(message.to.replyTo) : null
    let cursor: string | null = null
    for (let page = 0; page < PAGES; page++) {
      const method = thread ? 'conversations.replies' : 'conversations.history'
      const called = await client.call(
        method,
        { channel, ts: thread, oldest, limit: 200, include_all_metadata: true, cursor },
        signal,
      )
      const read = called.ok ? Page.safeParse(called.body).data : null
      if (!read) return null
      const found = read.messages.find(
        ({ metadata }) => metadata?.event_type === METADATA_TYPE && metadata.event_payload.id === message.id,
      )
      if (found) return { sent: true, id: messageName(channel, found.ts) }
      cursor = read.response_metadata?.next_cursor || null
      if (!cursor) return { sent: false }
    }
    return null
  }
