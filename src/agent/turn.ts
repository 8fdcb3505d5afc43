import type { Caller } from '#identity/caller.ts'
import type { Message, TokenUsage, FinishReason } from './model/model.ts'

/** The chat files a turn may see and add to. The chats folder provides it; the agent asks no more. */
export interface ChatFiles {
  /** Absolute folder of the chat's files; it may not exist yet. */
  readonly folder: string
  list(): Promise<{ filename: string; size: number; contentType: string }[]>
  /** Save a file under a free name close to `filename` and say which link opens it. */
  save(
    filename: string,
    content: Uint8Array | string,
  ): Promise<{ filename: string; size: number; url: string }>
}

/** One request to the agent. */
export interface Turn {
  /** Chat scope, unique in the Hub: what files, history and memory hang on. */
  chatId: string
  caller: Caller
  files: ChatFiles
  /** The conversation, oldest first, without the Hub's own system prompt. */
  messages: readonly Message[]
  temperature?: number
  maxOutputTokens?: number
  stop?: readonly string[]
}

/** What happens during a turn, in order. The last event is always `finish`. */
export type TurnEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | {
      type: 'tool'
      id: string
      name: string
      state: 'running' | 'done' | 'failed'
      /** What a person reads: `Searched files`. */
      title: string
      /** Milliseconds it took; only once it has ended. */
      ms?: number
      /** Why it failed, for the person. */
      error?: string
    }
  | { type: 'finish'; reason: FinishReason; usage: TokenUsage; model: string }

/** Usage of a finished turn, as the usage ledger takes it. */
export interface TurnUsage extends TokenUsage {
  hub: string
  email: string | null
  surface: string
  chatId: string
  model: string
  startedAt: number
  durationMs: number
  outcome: FinishReason | 'failed'
}

/** What answers turns. */
export interface Agent {
  /**
   * Run one turn: model, tools, model, and so on. Aborting `signal`, or leaving the loop over the events early,
   * cancels model and tools. Usage is recorded once however the turn ends.
   *
   * @throws ModelFailure when the model fails, after whatever it had said before; no `finish` follows then.
   */
  runTurn(turn: Turn, signal: AbortSignal): AsyncIterable<TurnEvent>
}
