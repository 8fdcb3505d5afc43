import type { Language } from '#ground/turn/language/language.ts'
import type { AnyNumber } from '#ground/base/json/exact-number.ts'
import type { FinishReason, ReasoningEvent, TextEvent, TokenUsage, ToolCall } from '#ground/turn/schema.ts'

/** A file as models take it. Bytes travel as they are; a provider encodes them. */
export interface FilePart {
  type: 'file'
  mediaType: string
  data: Uint8Array
  filename?: string
  /** Text of the file for models that do not accept the file; omitted if the model accepts it. */
  contents?: FileContents
}

/** The contents of a file as text, or why there is no text. */
export type FileContents =
  | {
      /** The text, or its beginning. */
      text: string
      /** Characters that are left out behind `text`. */
      omitted: number
      /** Whether the model has a tool that reads the rest. */
      canReadRest: boolean
      /** Marks the end of the text. Only the Hub can compute it, so no file can end its own quotation. */
      mark: string
    }
  /** A sentence for model and person, without the file's name. */
  | { problem: string }
  /** A picture, audio or video, which has no text. */
  | { isMedia: true }

/** A part of a message as models take it. */
export type ContentPart = { type: 'text'; text: string } | FilePart

/** One message of a conversation, oldest first. */
export type TurnMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; parts: readonly ContentPart[] }
  | {
      role: 'assistant'
      text: string
      toolCalls: readonly ToolCall[]
      /**
       * The `replay` value that the model returned with this message; wins over `text` and `toolCalls` for
       * the same model.
       */
      replay?: unknown
    }
  | { role: 'tool'; results: readonly ToolResult[] }

export interface ToolResult {
  id: string
  name: string
  text: string
  failed: boolean
  /** Files that the tool returned. Providers get them in a user message behind the results. */
  files?: readonly FilePart[]
}

/** A tool as a model sees it. */
export interface ToolSpec {
  name: string
  description: string
  /** JSON Schema of the input, `type: "object"`. */
  inputSchema: Record<string, unknown>
}

/** Which tool a model must, may or may not call; default it may call any. */
export type ToolChoice = 'auto' | 'none' | 'required' | { name: string }

/** Required form of an answer; providers enforce a schema if they can. */
export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json'; schema?: Record<string, unknown>; name?: string; strict?: boolean }

/** From the least to the most. */
export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number]

/** Finer settings of an answer. A provider that has no such setting does without it. */
export interface ModelSettings {
  topP?: number
  presencePenalty?: number
  frequencyPenalty?: number
  /** Integer of up to 64 bits, as Python programs generate it. */
  seed?: AnyNumber
  reasoningEffort?: ReasoningEffort
  /** False: at most one tool call an answer. */
  parallelToolCalls?: boolean
}

export interface ModelRequest {
  messages: readonly TurnMessage[]
  tools: readonly ToolSpec[]
  toolChoice?: ToolChoice
  responseFormat?: ResponseFormat
  settings?: ModelSettings
  /** Scripted actions of the built-in offline model, by prompt. */
  offline?: ReadonlyMap<string, string>
  /** Receives each span of milliseconds spent by the model rather than by us. */
  waited?(ms: number): void
  temperature?: number
  maxOutputTokens?: number
  /** Settings whose value the Hub chose, by their names in OpenAI's protocol; they may be dropped. */
  chosenSettings?: readonly string[]
  stop?: readonly string[]
  /** Language of notices for the person; default English. */
  language?: Language | undefined
  /** For the provider, beside those it needs. */
  headers?: Readonly<Record<string, string>>
}

/** Events of a model, in order. Their text is passed to the turn unchanged. */
export type ModelEvent =
  | TextEvent
  | ReasoningEvent
  /** A picture or another file that the model made. */
  | { type: 'file'; mediaType: string; data: Uint8Array }
  | { type: 'tool-call'; call: ToolCall }
  | {
      type: 'finish'
      reason: FinishReason
      usage: TokenUsage
      /** The answer as the provider wants it back in the next step (signed thoughts and the like); opaque. */
      replay?: unknown
    }

/** A language model. There are two real kinds: providers over HTTP and the built-in offline model. */
export interface LanguageModel {
  /** `<provider>/<model>`, as in `SVC_MODEL`. */
  readonly id: string
  /** Base address of its server; left out where it has none or the provider's own. */
  readonly address?: string
  /** Tokens in of a request, where that is known beforehand; others are estimated. */
  counts?(request: ModelRequest): number
  /** Whether the model looks at such a file itself. Left out by a model that has no use for files or their contents. */
  takesFile?(file: FilePart): boolean
  /**
   * Stream one completion. Ends after exactly one `finish`. Aborting `signal` ends it early with reason `aborted`.
   *
   * @throws ModelFailure when the provider refuses, fails or answers nonsense.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

/** A provider that failed, with a message fit for the person who chats. */
export class ModelFailure extends Error {
  readonly code:
    | 'unauthorized'
    | 'rate_limited'
    | 'bad_request'
    | 'too_long'
    | 'unavailable'
    | 'timeout'
    | 'bad_answer'
  readonly status: number | null
  /** The model's maximum number of tokens, if a `too_long` names it. */
  readonly limit: number | null
  /** Tokens of the question by the provider's count, where a `too_long` names them. */
  readonly counted: number | null
  /** The setting whose value was refused, by its name in OpenAI's protocol. */
  readonly setting: string | null
  constructor(
    code: ModelFailure['code'],
    message: string,
    options: {
      status?: number
      limit?: number | null
      counted?: number | null
      setting?: string
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ModelFailure'
    this.code = code
    this.status = options.status ?? null
    this.limit = options.limit ?? null
    this.counted = options.counted ?? null
    this.setting = options.setting ?? null
  }
}
