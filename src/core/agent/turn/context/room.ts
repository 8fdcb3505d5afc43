/** Share of the window without the response that a request may use; the rest covers errors of the estimate. */
const SHARE = 0.8

/** In estimated tokens. */
export interface Sizes {
  /** Request and response together. */
  window: number
  maxOutput: number | undefined
  tools: number
  /** Instructions. */
  system: number
}

/** Maximum tokens of the messages, including the instructions. If tools need most of the window, the margins shrink. */
export function roomFor({ window, maxOutput, tools, system }: Sizes): number {
  const answer = Math.min(maxOutput ?? window, window / 4)
  const withMargins = (window - answer) * SHARE - tools
  const withoutMargins = window - Math.min(answer, window / 8) - tools
  return Math.floor(Math.max(withMargins, Math.min(withoutMargins, system + window / 4)))
}

const MIN_SUMMARY_TOKENS = 200
const MAX_SUMMARY_TOKENS = 1500

/**
 * Maximum tokens of a summary; null if there is no room for a summary. @param room Tokens for messages, without the
 * instructions.
 */
export function summaryTokensFor(window: number, room: number): number | null {
  if (room < MIN_SUMMARY_TOKENS) return null
  return Math.floor(Math.max(MIN_SUMMARY_TOKENS, Math.min(MAX_SUMMARY_TOKENS, window / 8, room / 2)))
}
