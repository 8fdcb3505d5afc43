/** Share of the context window that a request may fill. The rest allows for errors of the token estimate. */
const SHARE = 0.8

/** All sizes are in estimated tokens. */
export interface Sizes {
  window: number
  maxOutput: number | undefined
  tools: number
  system: number
}

export function roomFor({ window, maxOutput, tools, system }: Sizes): number {
  const answer = Math.min(maxOutput ?? window, window / 4)
  const withMargins = (window - answer) * SHARE - tools
  const withoutMargins = window - Math.min(answer, window / 8) - tools
  return Math.floor(Math.max(withMargins, Math.min(withoutMargins, system + window / 4)))
}

const MIN_SUMMARY_TOKENS = 200
const MAX_SUMMARY_TOKENS = 1500

export function summaryTokensFor(window: number, room: number): number | null {
  if (room < MIN_SUMMARY_TOKENS) return null
  return Math.floor(Math.max(MIN_SUMMARY_TOKENS, Math.min(MAX_SUMMARY_TOKENS, window / 8, room / 2)))
}
