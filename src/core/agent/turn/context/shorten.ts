import type { ContentPart, TurnMessage } from '#core/agent/model/model.ts'
import { cutText } from '#ground/base/cut-text.ts'
import { messageTokens, textTokens } from './estimate.ts'

export interface Excerpt {
  head: number
  tail: number
}

const EXCERPT: Excerpt = { head: 1200, tail: 400 }

export function trimResults(
  messages: readonly TurnMessage[],
  keepNewest: number,
  excerpt: Excerpt = EXCERPT,
): TurnMessage[] {
  const from = messages.length - keepNewest
  return messages.map((message, index) =>
    message.role === 'tool' && index < from
      ? {
          ...message,
          results: message.results.map(({ files: _, ...result }) => ({
            ...result,
            text: cut(result.text, excerpt),
          })),
        }
      : message,
  )
}

const cut = (text: string, excerpt: Excerpt): string => {
  if (text.length <= excerpt.head + excerpt.tail + 100) return text
  const left = text.length - excerpt.head - excerpt.tail
  const head = text.slice(0, excerpt.head).toWellFormed()
  const tail = text.slice(-excerpt.tail).toWellFormed()
  return `${head}\n… ${left} characters left out; call the tool again if they matter …\n${tail}`
}

export function trimFileTexts(messages: readonly TurnMessage[], maxCharacters: number): TurnMessage[] {
  const trimmed = (part: ContentPart): ContentPart => {
    if (part.type !== 'file' || !part.contents || !('text' in part.contents)) return part
    const { text, omitted } = part.contents
    const kept = cutText(text, maxCharacters)
    return {
      ...part,
      contents: { ...part.contents, text: kept, omitted: omitted + text.length - kept.length },
    }
  }
  return messages.map((message) =>
    message.role === 'user' ? { ...message, parts: message.parts.map(trimmed) } : message,
  )
}

export function describeFiles(messages: readonly TurnMessage[]): TurnMessage[] {
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

/** Always the index of a user message, because a tool result must not be kept without its call. */
export function cutBefore(messages: readonly TurnMessage[], tokens: number): number {
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

/** Always keeps the newest step, which is a call with its result. */
export function newestSteps(messages: readonly TurnMessage[], tokens: number): readonly TurnMessage[] {
  const [prompt, ...steps] = messages
  if (prompt?.role !== 'user') return messages
  const marked: TurnMessage = {
    role: 'user',
    parts: [...prompt.parts, { type: 'text', text: STEPS_LEFT_OUT }],
  }
  let from = steps.length
  let sum = messageTokens(marked)
  for (let index = steps.length - 1; index >= 0; index--) {
    sum += messageTokens(steps[index]!)
    if (sum > tokens && from < steps.length) break
    if (steps[index]!.role === 'assistant') from = index
  }
  return from === 0 || from === steps.length ? messages : [marked, ...steps.slice(from)]
}

const STEPS_LEFT_OUT = '[Earlier steps of the answer to this no longer fit and were left out]'

export const clipped = (text: string, tokens: number): string => {
  if (textTokens(text) <= tokens) return text
  const share = tokens / textTokens(text)
  return `${text.slice(0, Math.max(0, Math.floor(text.length * share) - 2)).toWellFormed()} …`
}
