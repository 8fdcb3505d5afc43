import type { ConversationView, ShownMessage } from '#chatapp/chats/schema.ts'

/** Earlier messages read at once. */
export const EARLIER_LIMIT = '48'

/** What a tab knows of a chat's tree of messages; `currentId` is the leaf of the branch that is shown. */
export interface History {
  currentId: string | null
  messages: Readonly<Record<string, ShownMessage>>
}

/** A stretch of messages, with what is known of what they belong to. */
type Stretch = Pick<ConversationView, 'current_id' | 'messages'>

/** What a stretch belongs to, with the messages that this tab has read. */
export type Read<View extends Stretch> = Omit<View, keyof Stretch> & { history: History }

/** A chat with the messages that this tab has read. */
export type Conversation = Read<ConversationView>

/**
 * What is known of a chat after a stretch of it was read, which is shown then. Messages read earlier stay. The running
 * answer stays as this tab has heard it: what is stored may be behind the stream or ahead of it, and in both cases the
 * pieces that follow would no longer fit.
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
