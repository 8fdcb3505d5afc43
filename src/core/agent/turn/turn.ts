import type { AgentFile } from '#ground/hub/hub.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Language } from '#ground/turn/language/language.ts'
import type { FinishReason, TokenUsage, TurnEvent } from '#ground/turn/schema.ts'
import type {
  TurnMessage,
  ModelSettings,
  ResponseFormat,
  ToolChoice,
  ToolSpec,
} from '#core/agent/model/model.ts'
import type { Tool, ToolProgress } from '#core/agent/tools/tool.ts'

export interface ChatFiles {
  /** Absolute path; the folder may not exist yet. */
  readonly folder: string
  list(): Promise<{ filename: string; size: number; contentType: string }[]>
  save(
    filename: string,
    content: Uint8Array | string,
  ): Promise<{ filename: string; size: number; url: string }>
  pull(): Promise<void>
  push(): Promise<void>
}

export interface AgentTurn {
  chatId: string
  caller: Caller
  files: ChatFiles
  /** The conversation, oldest first, without the agent's system prompt. */
  messages: readonly TurnMessage[]
  /** Language of the service's own sentences; default English. It does not affect the model. */
  language?: Language | undefined
  /** Time zone of the person, such as `Europe/Berlin`; default the Hub's. */
  timeZone?: string | undefined
  temperature?: number
  maxOutputTokens?: number
  stop?: readonly string[]
  responseFormat?: ResponseFormat
  settings?: ModelSettings
  /** Called with the milliseconds of each wait for a model or tools. */
  waited?(ms: number): void
  progressed?(progress: ToolProgress): void
  wantsTitle?: boolean
  /** Tools that the client runs. A call of such a tool ends the turn with reason `tool-calls`. */
  clientTools?: readonly ToolSpec[]
  toolChoice?: ToolChoice | undefined
  /** The only tools, of agent and client, that the model may call; default all. */
  allowedTools?: readonly string[] | undefined
  overrides?: Partial<Pick<AgentFile, 'name' | 'prompt' | 'model' | 'tools' | 'maxTurns' | 'temperature'>>
  /** Tools in addition to the tools of the surface, as for a task. */
  addedTools?: readonly string[]
  /** Tools of this turn only, such as a task's `finish`. They replace other tools of the same name. */
  extraTools?: readonly Tool[]
  /** Part of the Hub's `files/` that tools may change: all, or globs such as `files/reports/**`; default nothing. */
  write?: boolean | readonly string[]
  /** Messages include other people's text, so the caller must confirm calls that use the caller's rights. */
  hasForeignText?: boolean
  /** The person is present and can answer questions of tools. Default false. */
  takesQuestions?: boolean
  /** The turn may end with a question for the person, and continue with the answer. Default false. */
  continuesLater?: boolean
  /**
   * Index of the message with the person's request. Default: the newest user message. Later user messages answer the
   * agent, such as a decision about its call.
   */
  request?: number
  /** Number of messages after the prompt that an earlier part of this turn added. Default 0. */
  continued?: number
  runId?: string
  /** Step of the run. */
  runStep?: string
  /** Number of turns that led to this turn, each through a tool that called the Hub. Default 0. */
  depth?: number
  /** W3C trace context of the request. */
  traceparent?: string
}

export interface TurnUsage extends TokenUsage {
  id?: string | undefined
  hub: string
  email: string | null
  surface: string
  chatId: string
  /** Null outside runs. */
  runId: string | null
  model: string
  startedAt: number
  durationMs: number
  outcome: FinishReason | 'failed'
}

export interface Agent {
  /**
   * Aborting `signal` or leaving the loop over the events cancels model and tools. Usage is always recorded once.
   *
   * @throws ModelFailure if the model fails, possibly after some text; no `finish` follows then.
   */
  runTurn(turn: AgentTurn, signal: AbortSignal): AsyncIterable<TurnEvent>
}
