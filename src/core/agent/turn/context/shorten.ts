import type { ContentPart, Message } from '#core/agent/model/model.ts'
import { messageTokens } from './estimate.ts'

const RESULT_HEAD = 1200
const RESULT_TAIL = 400

/** Cut long tool results to their beginning and end, except in the newest message. */
export function trimResults(messages: readonly Message[], keepNewest: number): Message[] {
  const from = messages.length - keepNewest
  return messages.map((message, index) =>
    message.role === 'tool' && index < from
      ? { ...message, results: message.results.map((result) => ({ ...result, text: cut(result.text) })) }
      : message,
  )
}

const cut = (text: string): string => {
  if (text.length <= RESULT_HEAD + RESULT_TAIL + 100) return text
  const left = text.length - RESULT_HEAD - RESULT_TAIL
  const head = text.slice(0, RESULT_HEAD).toWellFormed()
  const tail = text.slice(-RESULT_TAIL).toWellFormed()
  return `${head}\n… ${left} characters left out; call the tool again if they matter …\n${tail}`
}

/** Put a sentence in the place of every file, except in the newest user message. */
export function describeFiles(messages: readonly Message[]): Message[] {
  const newest = messages.findLastIndex((message) => message.role === 'user')
  return messages.map((message, index) =>
    message.role === 'user' && index !== newest && message.parts.some((part) => part.type === 'file')
      ? { ...message, parts: message.parts.map(described) }
      : message,
  )
}

const described = (part: ContentPart): ContentPart =>
  part.type === 'text'
    ? part
    : { type: 'text', text: `[Was attached here: ${part.filename ?? part.mediaType}]` }

/**
 * Where the conversation can be cut: the first message to keep, so that what is kept takes at most `tokens`. It begins
 * with something a person said, so that no tool result loses its call, and the newest prompt is always kept.
 *
 * @param messages Without system messages.
 */
export function cutBefore(messages: readonly Message[], tokens: number): number {
  let best = Math.max(
    0,
    messages.findLastIndex((message) => message.role === 'user'),
  )
  let sum = 0
  for (let index = messages.length - 1; index >= 0; index--) {
    sum += messageTokens(messages[index]!)
    if (sum > tokens) break
    if (messages[index]!.role === 'user') best = Math.min(best, index)
  }
  return best
}
