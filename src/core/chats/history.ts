export interface HistoryTurn {
  id: string
  /** Start of the turn in UTC, ISO 8601. */
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
