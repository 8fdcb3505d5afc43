import { sha256 } from '#ground/base/ids.ts'
import type { TurnMessage } from '#core/agent/model/model.ts'

export interface AgentConversation {
  before: readonly TurnMessage[]
  newMessages: readonly TurnMessage[]
}

export function splitConversation(messages: readonly TurnMessage[]): AgentConversation {
  const last = messages.findLastIndex(({ role }) => role === 'assistant' || role === 'tool')
  return { before: messages.slice(0, last + 1), newMessages: messages.slice(last + 1) }
}

export const conversationDigest = (messages: readonly TurnMessage[]): string =>
  sha256(JSON.stringify(messages.map((message) => [message.role, plain(messageText(message))])))

const plain = (text: string): string =>
  text
    .replaceAll(/<details\b[^>]*>[^]*?<\/details>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

export function messageText(message: TurnMessage): string {
  switch (message.role) {
    case 'system':
    case 'assistant':
      return message.text
    case 'user':
      return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    case 'tool':
      return message.results.map(({ text }) => text).join('\n')
  }
}

const SPEAKERS = { user: 'Person', assistant: 'You', system: 'Instructions', tool: 'Tool result' } as const

export function historyText(before: readonly TurnMessage[]): string {
  const entries = before.map((message) => `${SPEAKERS[message.role]}: ${messageText(message).trim()}`)
  const kept: string[] = []
  let room = MAX_HISTORY_LENGTH
  for (const text of entries.toReversed()) {
    if (text.length > room) break
    kept.unshift(text)
    room -= text.length
  }
  const dropped = entries.length - kept.length
  return [
    'The conversation so far, which you have no record of:',
    ...(dropped > 0 ? [`(${dropped} earlier messages are left out)`] : []),
    ...kept,
  ].join('\n\n')
}

/** In characters. */
const MAX_HISTORY_LENGTH = 200_000
