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

/** The chat files a turn may see and add to. The chats folder provides it; the agent needs no more. */
export interface ChatFiles {
  /** Absolute folder of the chat's files; it may not exist yet. */
  readonly folder: string
  list(): Promise<{ filename: string; size: number; contentType: string }[]>
  /** Saves a file under a free name close to `filename` and returns its link. */
  save(
    filename: string,
    content: Uint8Array | string,
  ): Promise<{ filename: string; size: number; url: string }>
  /** Brings every file into the folder, for tools that use paths. */
  pull(): Promise<void>
  /** Makes the folder's current files the chat's files. */
  push(): Promise<void>
}

/** One request to the agent. */
export interface AgentTurn {
  /** Chat scope, unique in the Hub: the key of files, history and memory. */
  chatId: string
  caller: Caller
  files: ChatFiles
  /** The conversation, oldest first, without the Hub's own system prompt. */
  messages: readonly TurnMessage[]
  /** Language of the service's own sentences for the person; default English. The model's texts are not affected. */
  language?: Language | undefined
  /** Time zone of the person, such as `Europe/Berlin`; default the Hub's. */
  timeZone?: string | undefined
  temperature?: number
  maxOutputTokens?: number
  stop?: readonly string[]
  responseFormat?: ResponseFormat
  settings?: ModelSettings
  /** Receives each span of milliseconds spent by the model or tools rather than by us. */
  waited?(ms: number): void
  /** Receives the progress of tools. */
  progressed?(progress: ToolProgress): void
  /** Whether the answer includes a short title for the chat, if a model can provide it. */
  wantsTitle?: boolean
  /** Tools that the client runs itself: a call of one ends the turn with reason `tool-calls`. */
  clientTools?: readonly ToolSpec[]
  toolChoice?: ToolChoice | undefined
  /** Names of the only tools, of the agent and of the client, that the model may call; default all. */
  allowedTools?: readonly string[] | undefined
  /** Replaces values of the agent file, such as by a task's or a sub-agent's own. */
  overrides?: Partial<Pick<AgentFile, 'name' | 'prompt' | 'model' | 'tools' | 'maxTurns' | 'temperature'>>
  /** Names of tools offered beside those its surface starts with, such as a task's. */
  addedTools?: readonly string[]
  /** Tools of this turn alone, such as a task's `finish`; they win over others of the same name. */
  extraTools?: readonly Tool[]
  /**
   * The part of the Hub's `files/` that tools may change, as a boolean or globs such as `files/reports/**`;
   * default nothing.
   */
  write?: boolean | readonly string[]
  /**
   * The conversation contains text of others than the caller. A call may then be caused by that text, so the
   * caller confirms each call that acts for them. Default false.
   */
  hearsOthers?: boolean
  /** The person reads along and can answer questions of tools. Default false. */
  takesQuestions?: boolean
  /** The run the turn is part of; turns of a chat have none. */
  runId?: string
  /** Number of turns around the request, sent by a tool that called its own Hub; default none. */
  depth?: number
  /** W3C trace context of the request that led here. */
  traceparent?: string
}

/** Usage of a finished turn, as the usage ledger takes it. */
export interface TurnUsage extends TokenUsage {
  /** Id for the records; default a new id. */
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

/** Runs turns. */
export interface Agent {
  /**
   * Runs one turn: model, tools, model, and so on. Aborting `signal`, or leaving the loop over the events
   * early, cancels model and tools. Usage is recorded once however the turn ends.
   *
   * @throws ModelFailure when the model fails, after its earlier text; no `finish` follows then.
   */
  runTurn(turn: AgentTurn, signal: AbortSignal): AsyncIterable<TurnEvent>
}
