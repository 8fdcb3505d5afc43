/** Part of the window that a request may take beside the answer; the rest is a margin for the error of the estimate. */
const SHARE = 0.8

/** Parts of a request, in estimated tokens. */
export interface Sizes {
  /** Question and answer together. */
  window: number
  /** The longest answer that the request allows. */
  maxOutput: number | undefined
  tools: number
  /** Instructions. */
  system: number
}

/**
 * Tokens of messages that a request may hold, instructions included. When tools take most of the window, the
 * margins for the answer and the estimate shrink: otherwise no room for the conversation would be left.
 */
export function roomFor({ window, maxOutput, tools, system }: Sizes): number {
  const answer = Math.min(maxOutput ?? window, window / 4)
  const withMargins = (window - answer) * SHARE - tools
  const withoutMargins = window - Math.min(answer, window / 8) - tools
  return Math.floor(Math.max(withMargins, Math.min(withoutMargins, system + window / 4)))
}

const MIN_SUMMARY_TOKENS = 200
const MAX_SUMMARY_TOKENS = 1500

/**
 * How long a summary of older messages may be; null where there is no room for one.
 *
 * @param room For messages beside the instructions.
 */
export function summaryTokensFor(window: number, room: number): number | null {
  if (room < MIN_SUMMARY_TOKENS) return null
  return Math.floor(Math.max(MIN_SUMMARY_TOKENS, Math.min(MAX_SUMMARY_TOKENS, window / 8, room / 2)))
}
