/** A turn that ended, however it ended: a line of `history.jsonl`, or a row. */
export interface HistoryTurn {
  id: string
  /** UTC, ISO 8601: when the turn began. */
  at: string
  email: string | null
  surface: string
  prompt: string
  answer: string
  tools: readonly { name: string; state: string; ms?: number | undefined; error?: string | undefined }[]
  model: string | null
  usage: { input: number; output: number; cached: number; reasoning: number } | null
  outcome: string
}
