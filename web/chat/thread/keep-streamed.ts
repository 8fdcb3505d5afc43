import type { ChatView } from '#chatapp/chats/schema.ts'

/**
 * The chat as read from the server, with the running answer as this tab has heard it. What is stored may be behind the
 * stream or ahead of it; in both cases the pieces that follow would no longer fit.
 */
export function keepStreamed(known: ChatView | undefined, read: ChatView): ChatView {
  const running = Object.values(known?.chat.history.messages ?? {}).find(({ state }) => state === 'running')
  const stored = running && read.chat.history.messages[running.id]
  if (!running || stored?.state !== 'running') return read
  const kept = { ...running, childrenIds: stored.childrenIds }
  const { history } = read.chat
  const messages = { ...history.messages, [running.id]: kept }
  return { ...read, chat: { ...read.chat, history: { ...history, messages } } }
}
