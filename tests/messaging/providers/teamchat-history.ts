import type { Asked } from './teamchat-methods.ts'

export interface KeptMessage {
  ts: string
  type: 'message'
  text: string
  user?: string
  bot_id?: string
  thread_ts?: string
  metadata?: unknown
  [field: string]: unknown
}

export interface Conversation {
  id: string
  type: 'channel' | 'group' | 'mpim' | 'im'
  isArchived: boolean
  messages: KeptMessage[]
}

const failed = (error: string) => ({ ok: false, error })

const withMetadata = ({ metadata, ...message }: KeptMessage, isAsked: boolean) =>
  metadata && isAsked ? { ...message, metadata } : message

const isIn = (
  message: { ts: string },
  { oldest, latest, inclusive }: Asked<'conversations.history'>,
): boolean => {
  const at = Number(message.ts)
  const isAfter =
    oldest === undefined || at > Number(oldest) || (inclusive === 'true' && at === Number(oldest))
  return (
    isAfter &&
    (latest === undefined || at < Number(latest) || (inclusive === 'true' && at === Number(latest)))
  )
}

function pageOf<T>(
  items: readonly T[],
  { limit, cursor }: { limit?: string; cursor?: string },
  most: number,
) {
  const start = cursor ? Number(Buffer.from(cursor, 'base64').toString().replace('next:', '')) : 0
  const end = start + Math.min(Number(limit ?? 100), most)
  const next = end < items.length ? Buffer.from(`next:${end}`).toString('base64') : ''
  return { items: items.slice(start, end), has_more: next !== '', response_metadata: { next_cursor: next } }
}

/** Newest first, without replies. */
export function history(
  conversation: Conversation | undefined,
  asked: Asked<'conversations.history'>,
  most: number,
) {
  if (!conversation) return failed('channel_not_found')
  const messages = conversation.messages
    .filter(({ ts, thread_ts: thread }) => thread === undefined || thread === ts)
    .filter((message) => isIn(message, asked))
    .map((message) => {
      const replies = conversation.messages.filter(
        ({ ts, thread_ts: thread }) => thread === message.ts && ts !== thread,
      )
      const latest = replies.at(-1)
      const parent = latest
        ? { thread_ts: message.ts, reply_count: replies.length, latest_reply: latest.ts }
        : {}
      return { ...withMetadata(message, asked.include_all_metadata === 'true'), ...parent }
    })
    .toReversed()
  const { items, ...paging } = pageOf(messages, asked, most)
  return { ok: true, messages: items, ...paging }
}

/** The thread's root message, then replies, oldest first. */
export function replies(
  conversation: Conversation | undefined,
  asked: Asked<'conversations.replies'>,
  most: number,
) {
  if (!conversation) return failed('channel_not_found')
  const [parent, ...rest] = conversation.messages.filter(
    ({ ts, thread_ts: thread }) => ts === asked.ts || thread === asked.ts,
  )
  if (!parent) return failed('thread_not_found')
  const below = rest.filter((message) => isIn(message, asked))
  const { items, ...paging } = pageOf([parent, ...below], asked, most)
  return {
    ok: true,
    messages: items.map((one) => withMetadata(one, asked.include_all_metadata === 'true')),
    ...paging,
  }
}

export function listed(
  conversations: readonly Conversation[],
  asked: Asked<'users.conversations'>,
  most: number,
) {
  const types = new Set((asked.types ?? 'public_channel').split(','))
  const mine = conversations.filter(
    ({ type, isArchived }) => types.has(TYPES[type]) && !(isArchived && asked.exclude_archived === 'true'),
  )
  const { items, ...paging } = pageOf(mine, asked, most)
  const channels = items.map(({ id, type }) => ({
    id,
    is_channel: type === 'channel',
    is_im: type === 'im',
    is_mpim: type === 'mpim',
    is_private: type !== 'channel',
  }))
  return { ok: true, channels, ...paging }
}

const TYPES: Readonly<Record<Conversation['type'], string>> = {
  channel: 'public_channel',
  group: 'private_channel',
  mpim: 'mpim',
  im: 'im',
}
