import type { ConversationView, ShownMessage } from '#chatapp/chats/schema.ts'

/** Earlier messages read at once. */
export const EARLIER_LIMIT = '48'

/** A tab's data on a chat's tree of messages; `currentId` is the leaf of the displayed branch. */
export interface History {
  currentId: string | null
  messages: Readonly<Record<string, ShownMessage>>
}

/** A stretch of messages, with what is known of what they belong to. */
type Stretch = Pick<ConversationView, 'current_id' | 'messages'>

/** Fields around a part of a conversation, with the messages that this tab has read. */
export type Read<View extends Stretch> = Omit<View, keyof Stretch> & { history: History }

/** A chat with the messages that this tab has read. */
export type ReadConversation = Read<ConversationView>

/**
 * Merges a newly read part of a chat, which is displayed then. Messages read earlier stay. The running answer
 * stays as received by this tab: the stored text may be behind the stream or ahead of it, and in both cases
 * the next pieces would no longer fit.
 */
export function withStretch<View extends Stretch>(
  known: { history: History } | undefined,
  read: View,
): Read<View> {
  const { current_id: currentId, messages: stretch, ...chat } = read
  const messages = { ...known?.history.messages }
  for (const message of stretch) {
    const heard = messages[message.id]
    const isHeard = heard?.state === 'running' && message.state === 'running'
    messages[message.id] = isHeard ? { ...message, ...wordsOf(heard) } : message
  }
  return { ...chat, history: { currentId, messages } }
}

const wordsOf = ({ content, reasoning, tools }: ShownMessage) => ({
  content,
  ...(reasoning === undefined ? {} : { reasoning }),
  ...(tools === undefined ? {} : { tools }),
})
