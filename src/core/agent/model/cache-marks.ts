import type { Message } from './model.ts'

/** How Anthropic is told where a prefix ends that it should keep for the next request. */
export const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' as const } } }

/**
 * Messages after which the prefix is worth keeping: the last of the leading system messages, the newest message, and
 * the newest before the last answer, which is where the request before this one ended. With the mark on the tools these
 * are the four that Anthropic allows.
 */
export function cacheMarks(messages: readonly Message[]): ReadonlySet<number> {
  const system = messages.findIndex((message) => message.role !== 'system') - 1
  const newest = messages.length - 1
  const answer = messages.findLastIndex((message) => message.role === 'assistant')
  return new Set([system, newest, answer - 1].filter((index) => index >= 0))
}
