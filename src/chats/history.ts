import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** One line of `history.jsonl`: a turn that ended, however it ended. */
export interface TurnRecord {
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

/** Add a turn to the chat's history. One write per line, so lines of turns that end together never mix. */
export async function appendTurn(chatFolder: string, turn: TurnRecord): Promise<void> {
  await mkdir(chatFolder, { recursive: true, mode: 0o700 }) // somebody may have deleted the chat meanwhile
  await appendFile(join(chatFolder, 'history.jsonl'), `${JSON.stringify(turn)}\n`, { mode: 0o600 })
}
