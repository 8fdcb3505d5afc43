import type { Clock } from '#ground/base/clock.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import { z } from 'zod'
import { knownMembers } from '#ground/base/json/lenient-schema.ts'
import type { TeamchatClient, Parameters } from '../client.ts'
import { msOf, tsAt } from '../names.ts'

export interface HistoryDeps {
  client: TeamchatClient
  clock: Clock
}

export interface HistorySpan {
  /** Epoch milliseconds. */
  since: number
  /** Threads that began after this time are searched; epoch milliseconds. */
  threadsSince: number
}

export interface History {
  /**
   * Yields the messages of all conversations, in order within each conversation.
   * @throws HistoryUnreadable at the end if a conversation could not be read.
   */
  read(span: HistorySpan, signal: AbortSignal): AsyncGenerator<object>
}

export class HistoryUnreadable extends Error {
  override name = 'HistoryUnreadable'
  readonly isRefusal: boolean
  constructor(message: string, isRefusal = false) {
    super(message)
    this.isRefusal = isRefusal
  }
}

const PAGE = 200
const MAX_PAGES = 10
const MAX_RETRIES = 3
const UNSAID_WAIT_MS = 30_000
/** The provider allows 50 calls a minute per method, with bursts. */
const ALLOWANCE = { burst: 20, perSecond: 50 / 60 }

const Identity = z.looseObject({ team_id: z.string(), user_id: z.string() })

const Conversations = z.looseObject({
  channels: knownMembers(
    z.looseObject({
      id: z.string(),
      is_im: z.boolean().nullish(),
      is_mpim: z.boolean().nullish(),
      is_private: z.boolean().nullish(),
    }),
  ),
})
type Conversation = z.infer<typeof Conversations>['channels'][number]

const Messages = z.looseObject({
  messages: knownMembers(
    z.looseObject({ ts: z.string(), thread_ts: z.string().nullish(), latest_reply: z.string().nullish() }),
  ),
})
type Message = z.infer<typeof Messages>['messages'][number]

export function createHistory({ client, clock }: HistoryDeps): History {
  const limit = createRateLimit({ clock, ...ALLOWANCE })
  let identity: z.infer<typeof Identity> | null = null

  const ask = async (method: string, parameters: Parameters, signal: AbortSignal): Promise<unknown> => {
    for (let waits = 0; ; waits++) {
      for (let seconds; (seconds = limit.consume(method)) > 0;) await clock.sleep(seconds * 1000, signal)
      const called = await client.call(method, parameters, signal)
      signal.throwIfAborted()
      if (called.ok) return called.body
      if (called.why !== 'limited' || waits === MAX_RETRIES)
        throw new HistoryUnreadable(called.reason, called.why === 'refused')
      await clock.sleep(called.retryAfterMs ?? UNSAID_WAIT_MS, signal)
    }
  }

  async function* pages<T>(
    method: string,
    parameters: Parameters,
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ) {
    let cursor: string | null = null
    for (let page = 0; page < MAX_PAGES; page++) {
      const body = await ask(method, { ...parameters, limit: PAGE, cursor }, signal)
      yield formed(schema, body)
      cursor = formed(Paged, body).response_metadata?.next_cursor || null
      if (cursor === null) return
    }
  }

  const allMessages = async (
    method: string,
    parameters: Parameters,
    signal: AbortSignal,
  ): Promise<Message[]> => {
    const messages: Message[] = []
    for await (const page of pages(method, parameters, Messages, signal)) messages.push(...page.messages)
    return messages
  }

  async function* readConversation(
    { id: channel }: Conversation,
    { since, threadsSince }: HistorySpan,
    signal: AbortSignal,
  ): AsyncGenerator<Message> {
    const oldest = tsAt(Math.min(since, threadsSince))
    const messages = await allMessages('conversations.history', { channel, oldest }, signal)
    for (const message of messages.toReversed()) {
      const { ts, latest_reply: latest } = message
      if (msOf(ts) > since) yield message
      if (!latest || msOf(latest) <= since) continue
      const thread = await allMessages('conversations.replies', { channel, ts, oldest: tsAt(since) }, signal)
      yield* thread.filter((reply) => reply.ts !== ts && msOf(reply.ts) > since)
    }
  }

  return {
    async *read(span, signal) {
      identity ??= formed(Identity, await ask('auth.test', {}, signal))
      let problem: HistoryUnreadable | null = null
      for await (const { channels } of pages('users.conversations', MEMBERSHIP, Conversations, signal))
        for (const conversation of channels)
          try {
            for await (const message of readConversation(conversation, span, signal))
              yield eventOf(message, conversation, identity)
          } catch (error) {
            if (!(error instanceof HistoryUnreadable)) throw error
            if (!error.isRefusal) problem ??= error
          }
      if (problem) throw problem
    },
  }
}

const Paged = z.looseObject({
  response_metadata: z.looseObject({ next_cursor: z.string().nullish() }).nullish(),
})

function formed<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new HistoryUnreadable('the provider answered in an unknown form')
  return parsed.data
}

const MEMBERSHIP = { types: 'public_channel,private_channel,mpim,im', exclude_archived: true }

const eventOf = (
  message: Message,
  { id, is_im: isDirect, is_mpim: isGroup, is_private: isPrivate }: Conversation,
  { team_id: team, user_id: user }: z.infer<typeof Identity>,
): object => ({
  type: 'event_callback',
  team_id: team,
  authorizations: [{ team_id: team, user_id: user, is_bot: true }],
  event: {
    ...message,
    type: 'message',
    channel: id,
    channel_type: isDirect ? 'im' : isGroup ? 'mpim' : isPrivate ? 'group' : 'channel',
  },
})
