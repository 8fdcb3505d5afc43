import { z } from 'zod'
import { knownMembers } from '#ground/base/json/lenient-schema.ts'
import type { OutgoingMessage } from '../../channel.ts'
import type { TeamchatClient } from './client.ts'
import { teamchatMessageName, parseThreadTarget, tsOf } from './names.ts'
import type { ReadOwn } from './own.ts'
import { METADATA_TYPE } from './send.ts'

const PAGES = 5

const Page = z.looseObject({
  messages: knownMembers(
    z.looseObject({
      ts: z.string(),
      user: z.string().nullish(),
      streaming_state: z.string().nullish(),
      metadata: z
        .looseObject({ event_type: z.string(), event_payload: z.looseObject({ id: z.unknown() }) })
        .nullish()
        .catch(null),
    }),
  ),
  response_metadata: z.looseObject({ next_cursor: z.string().nullish() }).nullish(),
})

type Found = { sent: true; id: string } | { sent: false } | null
type Read = z.infer<typeof Page>['messages'][number]

/** Returns null if the history could not be read. */
export const createReconcile =
  (client: TeamchatClient) =>
  (message: OutgoingMessage, signal: AbortSignal): Promise<Found> =>
    look(client, message, (read) => carries(read, message.id), signal)

/** Also finds a message that is still streamed. Its metadata has no id until the stream stops. */
export const createFind =
  (client: TeamchatClient, own: ReadOwn) =>
  async (message: OutgoingMessage, signal: AbortSignal): Promise<Found> => {
    const us = await own()
    if (us?.user_id === undefined) return null
    const isStream = ({ user, metadata, streaming_state: state }: Read) =>
      user === us.user_id && state != null && metadata?.event_type !== METADATA_TYPE
    return look(client, message, (read) => carries(read, message.id) || isStream(read), signal)
  }

const carries = ({ metadata }: Read, id: string): boolean =>
  metadata?.event_type === METADATA_TYPE && metadata.event_payload.id === id

async function look(
  client: TeamchatClient,
  { to }: OutgoingMessage,
  isMeant: (read: Read) => boolean,
  signal: AbortSignal,
): Promise<Found> {
  const place = parseThreadTarget(to.conversation)
  if (!place) return null
  const { channel, thread } = place
  const oldest = to.replyTo ? tsOf(to.replyTo) : null
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
    const found = read.messages.find(isMeant)
    if (found) return { sent: true, id: teamchatMessageName(channel, found.ts) }
    cursor = read.response_metadata?.next_cursor || null
    if (!cursor) return { sent: false }
  }
  return null
}
