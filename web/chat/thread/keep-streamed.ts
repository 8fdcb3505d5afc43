import type { Chat } from '../api/chats.ts'

/**
 * The chat as read from the server, with the running answer as far as this tab has heard it: the stored text is up to a
 * second behind the stream, and going back would spoil the pieces that follow.
 */
export function keepStreamed(known: Chat | undefined, read: Chat): Chat {
  const running = Object.values(known?.chat.history.messages ?? {}).find(({ state }) => state === 'running')
  const stored = running && read.chat.history.messages[running.id]
  if (!running || !stored || stored.state !== 'running' || stored.content.length >= running.content.length)
    return read
  const kept = { ...running, childrenIds: stored.childrenIds }
  const { history } = read.chat
  const messages = { ...history.messages, [running.id]: kept }
  return { ...read, chat: { ...read.chat, history: { ...history, messages } } }
}
