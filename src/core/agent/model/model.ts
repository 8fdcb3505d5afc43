import type { Language } from '#ground/turn/language/language.ts'
import type { AnyNumber } from '#ground/base/json/exact-number.ts'
import type { FinishReason, ReasoningEvent, TextEvent, TokenUsage, ToolCall } from '#ground/turn/schema.ts'

export interface FilePart {
  type: 'file'
  mediaType: string
  data: Uint8Array
  filename?: string
  /** Text of the file, for models that do not accept the file itself. */
  contents?: FileContents
}

export type FileContents =
  | {
      text: string
      omitted: number
      canReadRest: boolean
      /** Marks the end of the text. The mark is secret, so that the author of a file cannot write it into the text. */
      mark: string
    }
  | { problem: string }
  | { isMedia: true }

export type ContentPart = { type: 'text'; text: string } | FilePart

export type TurnMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; parts: readonly ContentPart[] }
  | {
      role: 'assistant'
      text: string
      toolCalls: readonly ToolCall[]
      /** Replaces `text` and `toolCalls` in requests to the same model. */
      replay?: unknown
    }
  | { role: 'tool'; results: readonly ToolResult[] }

export interface ToolResult {
  id: string
  name: string
  text: string
  failed: boolean
  files?: readonly FilePart[]
}

export interface ToolSpec {
  name: string
  description: string
  /** JSON Schema with `type: "object"`. */
  inputSchema: Record<string, unknown>
}

export type ToolChoice = 'auto' | 'none' | 'required' | { name: string }

export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json'; schema?: Record<string, unknown>; name?: string; strict?: boolean }

export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number]

export interface ModelSettings {
  topP?: number
  presencePenalty?: number
  frequencyPenalty?: number
  /** Integer of up to 64 bits, as Python programs generate it. */
  seed?: AnyNumber
  reasoningEffort?: ReasoningEffort
  /** False: at most one tool call per response. */
  parallelToolCalls?: boolean
}

export interface ModelRequest {
  messages: readonly TurnMessage[]
  tools: readonly ToolSpec[]
  toolChoice?: ToolChoice
  responseFormat?: ResponseFormat
  settings?: ModelSettings
  /** Scripted answers of the offline model, by prompt. */
  offline?: ReadonlyMap<string, string>
  /** Called with the milliseconds of each wait for the model. */
  waited?(ms: number): void
  temperature?: number
  maxOutputTokens?: number
  /** Settings whose value the Hub chose and may drop, by their names in OpenAI's protocol. */
  chosenSettings?: readonly string[]
  stop?: readonly string[]
  /** Maximum milliseconds until the answer begins. Default: only silence ends the request. */
  startMs?: number
  /** A model that refuses the files fails, because another model may accept them. */
  needsFiles?: boolean
  /** Language of notices to the person; default English. */
  language?: Language | undefined
  headers?: Readonly<Record<string, string>>
}

export type ModelEvent =
  | TextEvent
  | ReasoningEvent
  | { type: 'file'; mediaType: string; data: Uint8Array }
  | { type: 'tool-call'; call: ToolCall }
  | {
      type: 'finish'
      reason: FinishReason
      usage: TokenUsage
      /** Opaque form of the response that the provider requires back in the next step, such as signed thoughts. */
      replay?: unknown
    }

export interface LanguageModel {
  readonly id: string
  readonly address?: string
  counts?(request: ModelRequest): number
  takesFile?(file: FilePart): boolean
  /**
   * Ends with exactly one `finish`, even if `signal` aborts.
   *
   * @throws ModelFailure if the provider refuses, fails or sends an invalid response.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

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
  /** The model's maximum number of tokens, if a `too_long` failure names it. */
  readonly limit: number | null
  readonly counted: number | null
  /** The setting whose value was refused, by its name in OpenAI's protocol. */
  readonly setting: string | null
  /** The model cannot use tools or the files of this request, or the Hub's settings for the model are wrong. */
  readonly lack: 'tools' | 'files' | 'setup' | null
  constructor(
    code: ModelFailure['code'],
    message: string,
    options: {
      status?: number
      limit?: number | null
      counted?: number | null
      setting?: string
      lack?: ModelFailure['lack']
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
    this.lack = options.lack ?? null
  }
}
