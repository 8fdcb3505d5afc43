import type { AgentFile } from '#ground/hub/hub.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { FinishReason, TokenUsage, TurnEvent } from '#ground/turn/schema.ts'
import type { Message, ModelSettings, ResponseFormat, ToolChoice, ToolSpec } from '#core/agent/model/model.ts'
import type { Tool, ToolProgress } from '#core/agent/tools/tool.ts'

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
  /** Have every file lie in the folder, for whoever uses paths. */
  pull(): Promise<void>
  /** Have the chat's files be what now lies in the folder. */
  push(): Promise<void>
}

/** One request to the agent. */
export interface Turn {
  /** Chat scope, unique in the Hub: what files, history and memory hang on. */
  chatId: string
  caller: Caller
  files: ChatFiles
  /** The conversation, oldest first, without the Hub's own system prompt. */
  messages: readonly Message[]
  /** Time zone of the person, such as `Europe/Berlin`; default the Hub's. */
  timeZone?: string | undefined
  temperature?: number
  maxOutputTokens?: number
  stop?: readonly string[]
  responseFormat?: ResponseFormat
  settings?: ModelSettings
  /** Told of every span of milliseconds in which the model or tools, and not we, took the time. */
  waited?(ms: number): void
  /** Told by tools how far they have come. */
  progressed?(progress: ToolProgress): void
  /** Whether a few words for what the chat is about come with the answer, where a model can be asked for them. */
  wantsTitle?: boolean
  /** Tools that the client runs itself: a call of one ends the turn with reason `tool-calls`. */
  clientTools?: readonly ToolSpec[]
  toolChoice?: ToolChoice | undefined
  /** Names of the only tools, of the agent and of the client, that the model may call; default all. */
  allowedTools?: readonly string[] | undefined
  /** In place of what the agent file says, such as a task's or a sub-agent's own. */
  overrides?: Partial<Pick<AgentFile, 'name' | 'prompt' | 'model' | 'tools' | 'maxTurns' | 'temperature'>>
  /** Names of tools offered beside those its surface starts with, such as a task's. */
  addedTools?: readonly string[]
  /** Tools of this turn alone, such as a task's `finish`; they win over others of the same name. */
  extraTools?: readonly Tool[]
  /** What of the Hub's `files/` tools may change, as a boolean or globs such as `files/reports/**`; default nothing. */
  write?: boolean | readonly string[]
  /**
   * Words of others than the caller stand in the conversation. Nobody can tell then who talked the model into a call, so
   * that the caller confirms each one that acts for them. Default false.
   */
  hearsOthers?: boolean
  /** The person reads along and can answer questions of tools. Default false. */
  takesQuestions?: boolean
  /** The run the turn is part of; turns of a chat have none. */
  runId?: string
  /** Within how many turns the request was sent, by a tool that asked its own Hub; default none. */
  depth?: number
  /** W3C trace context of the request that led here. */
  traceparent?: string
}

/** Usage of a finished turn, as the usage ledger takes it. */
export interface TurnUsage extends TokenUsage {
  /** What it is recorded by; default a new one. */
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
