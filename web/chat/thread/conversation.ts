import type { ConversationView, ShownMessage } from '#chatapp/chats/schema.ts'

export const EARLIER_LIMIT = '48'

/** `currentId` is the last message of the visible branch. */
export interface History {
  currentId: string | null
  messages: Readonly<Record<string, ShownMessage>>
}

type Stretch = Pick<ConversationView, 'current_id' | 'messages'>

export type Read<View extends Stretch> = Omit<View, keyof Stretch> & { history: History }

export type ReadConversation = Read<ConversationView>

/** Keeps this tab's text of a running answer, because later deltas would not fit the stored text. */
export function withStretch<View extends Stretch>(
  known: { history: History } | undefined,
  read: View,
): Read<View> {
  const { current_id: currentId, messages: stretch, ...chat } = read
  const messages = { ...known?.history.messages }
  for (const message of stretch) {
    const streamed = messages[message.id]
    const isStreaming = streamed?.state === 'running' && message.state === 'running'
    messages[message.id] = isStreaming ? { ...message, ...wordsOf(streamed) } : message
  }
  return { ...chat, history: { currentId, messages } }
}

const wordsOf = ({ content, reasoning, tools }: ShownMessage) => ({
  content,
  ...(reasoning === undefined ? {} : { reasoning }),
  ...(tools === undefined ? {} : { tools }),
})
