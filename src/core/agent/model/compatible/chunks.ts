import type { FinishReason, TokenUsage } from '#ground/turn/schema.ts'
import { parseBoundedJson } from '#ground/base/json/parse.ts'
import type { StreamData } from '#ground/base/event-stream/parse.ts'
import { streamBrokenFailure, notStreamFailure, type FailureContext } from '../failure.ts'
import type { ModelEvent } from '../model.ts'
import { createCallCollector, type CallDelta, type MadeCall } from './calls.ts'
import type { CompatibleReplay } from './replay.ts'
import { finishReasonOf } from '../finish-reasons.ts'
import { isErrorReport, toServerReport } from '../reported.ts'
import { createThoughtRecord, joinContentText, type ThoughtFields } from './thought-record.ts'
import { createThoughtSplitter, type Parted } from './thoughts.ts'

interface Chunk {
  choices?: readonly Choice[] | null
  usage?: WireUsage | null
  x_groq?: { usage?: WireUsage | null } | null
  error?: unknown
}

interface Choice {
  delta?: Delta | null
  message?: Delta | null
  finish_reason?: string | null
  usage?: WireUsage | null
  error?: unknown
}

interface Delta extends ThoughtFields {
  content?: string | readonly (ContentPart | null)[] | null
  refusal?: string | null
  images?: readonly WirePicture[] | null
  tool_calls?: readonly (CallDelta | null)[] | null
  /** Older form of `tool_calls`. */
  function_call?: CallDelta['function']
}

interface ContentPart extends WirePicture {
  type?: string
  text?: unknown
  /** Thoughts in Mistral's format. */
  thinking?: unknown
}

interface WireUsage {
  prompt_tokens?: number | null
  completion_tokens?: number | null
  total_tokens?: number | null
  prompt_tokens_details?: { cached_tokens?: number | null } | null
  /** DeepSeek's name for cached prompt tokens. */
  prompt_cache_hit_tokens?: number | null
  completion_tokens_details?: { reasoning_tokens?: number | null } | null
}

export interface ChunkReaderOptions {
  modelId: string
  about: FailureContext
  newCallId(): string
  tools: ReadonlySet<string>
}

export function createChunkReader({ modelId, about, newCallId, tools }: ChunkReaderOptions) {
  const calls = createCallCollector({ newCallId, isTool: (name) => tools.has(name) })
  const splitter = createThoughtSplitter()
  const thoughts = createThoughtRecord()
  let usage: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 }
  let reason: FinishReason | 'error' | null = null
  let trouble: unknown
  let isEmpty = true
  let hasText = false
  let isRefused = false
  let isMessage = false

  const contentOf = (delta: Delta): ModelEvent[] => {
    const thought = thoughts.add(delta)
    const events: ModelEvent[] =
      thought === '' ? [] : [...parted(splitter.rest()), { type: 'reasoning', text: thought }]
    isRefused ||= Boolean(delta.refusal)
    const text = joinContentText(delta.content) + (delta.refusal ?? '')
    if (text !== '') {
      hasText = true
      const parts = splitter.push(text)
      thoughts.addText(text, parts.reasoning !== '')
      events.push(...parted(parts))
    }
    const pictures = Array.isArray(delta.content) ? [...delta.content, ...(delta.images ?? [])] : delta.images
    for (const picture of pictures ?? NO_EVENTS) {
      const event = picture && pictureEvent(picture)
      if (event) events.push(event)
    }
    for (const call of delta.tool_calls ?? []) if (call) calls.add(call)
    if (delta.function_call) calls.add({ function: delta.function_call })
    return events
  }

  const impliedReason = (how: 'done' | 'closed'): FinishReason | null => {
    if (how === 'closed' && !isMessage) return null
    if (!calls.isEmpty()) return calls.areWhole() ? 'tool-calls' : null
    return hasText ? 'stop' : null
  }

  return {
    /** @throws the error that a server reports instead of a chunk, and ModelFailure if the data is not a chunk. */
    read(event: StreamData): ModelEvent[] {
      if (typeof event !== 'string') throw toServerReport(event.error)
      const chunk = parsed(event, about)
      const choice = chunk.choices?.[0]
      const counted = chunk.usage ?? choice?.usage ?? chunk.x_groq?.usage
      if (counted) usage = largest(usage, tokens(counted))
      if (!choice) return NO_EVENTS
      isEmpty = false
      if (choice.finish_reason) reason = finishReasonOf(choice.finish_reason) ?? 'stop'
      trouble ??= choice.error
      isMessage ||= Boolean(choice.message) && !choice.delta
      const delta = choice.delta ?? choice.message
      return delta ? contentOf(delta) : NO_EVENTS
    },
    /**
     * @param how Whether the server marked the end, or only closed the connection.
     * @throws the error that the server reported, and ModelFailure if the response is incomplete.
     */
    end(how: 'done' | 'closed'): ModelEvent[] {
      if (trouble || reason === 'error') throw toServerReport(trouble)
      if (isEmpty) throw notStreamFailure(about)
      reason ??= impliedReason(how)
      if (reason === null) throw streamBrokenFailure(about)
      const made = calls.made()
      const rest = splitter.rest()
      const replay = replayOf(modelId, made, thoughts.fields())
      return [
        ...parted(rest),
        ...made.map(({ id, name, input }): ModelEvent => ({ type: 'tool-call', call: { id, name, input } })),
        { type: 'finish', reason: reasonBeside(reason, made.length > 0, isRefused), usage, replay },
      ]
    },
  }
}

const reasonBeside = (reason: FinishReason, hasCalls: boolean, isRefused: boolean): FinishReason => {
  if (reason !== 'stop' && reason !== 'tool-calls') return reason
  if (hasCalls) return 'tool-calls'
  return isRefused ? 'content-filter' : 'stop'
}

const replayOf = (
  modelId: string,
  made: readonly MadeCall[],
  thoughts: CompatibleReplay['thoughts'],
): CompatibleReplay | undefined => {
  const extras = Object.fromEntries(made.flatMap(({ id, extra }) => (extra ? [[id, extra]] : [])))
  const isPlain = Object.keys(thoughts).length === 0 && Object.keys(extras).length === 0
  return isPlain ? undefined : { modelId, thoughts, extras }
}

const NO_EVENTS: ModelEvent[] = []

const parted = ({ reasoning, text }: Parted): ModelEvent[] => [
  ...(reasoning ? [{ type: 'reasoning' as const, text: reasoning }] : NO_EVENTS),
  ...(text ? [{ type: 'text' as const, text }] : NO_EVENTS),
]

const parsed = (data: string, about: FailureContext): Chunk => {
  let chunk: unknown
  try {
    chunk = parseBoundedJson(data)
  } catch {
    throw notStreamFailure(about)
  }
  if (typeof chunk !== 'object' || chunk === null) throw notStreamFailure(about)
  if (isErrorReport(chunk)) throw toServerReport(chunk)
  const { choices } = chunk as Chunk
  if (choices !== undefined && choices !== null && !Array.isArray(choices)) throw notStreamFailure(about)
  return chunk
}

/**
 * Some servers exclude cached or reasoning tokens from `prompt_tokens` or `completion_tokens`. Then the total exceeds
 * the sum of both counts, or the cached or reasoning tokens exceed the count that should include them.
 */
function tokens(usage: WireUsage): TokenUsage {
  const prompt = count(usage.prompt_tokens)
  const output = count(usage.completion_tokens)
  const cached = count(usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens)
  const reasoning = count(usage.completion_tokens_details?.reasoning_tokens)
  const rest = count(usage.total_tokens) - prompt - output
  const isCachedBeside = cached > prompt || (cached > 0 && (rest === cached || rest === cached + reasoning))
  const isReasoningBeside =
    reasoning > output || (reasoning > 0 && (rest === reasoning || rest === cached + reasoning))
  return {
    input: isCachedBeside ? prompt + cached : prompt,
    output: isReasoningBeside ? output + reasoning : output,
    cached,
    reasoning,
  }
}

/** Servers may omit a token count or send a value of any type. */
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.ceil(value) : 0

/** Counts only grow during a response; some servers end with a chunk of zeros. */
const largest = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  input: Math.max(a.input, b.input),
  output: Math.max(a.output, b.output),
  cached: Math.max(a.cached, b.cached),
  reasoning: Math.max(a.reasoning, b.reasoning),
})

interface WirePicture {
  image_url?: { url?: unknown } | string | null
}

function pictureEvent({ image_url: image }: WirePicture): ModelEvent | null {
  const url = typeof image === 'object' ? image?.url : image
  if (typeof url !== 'string') return null
  const [, mediaType, base64] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.+)$/s.exec(url) ?? []
  if (mediaType && base64) return { type: 'file', mediaType, data: Buffer.from(base64, 'base64') }
  return /^https?:\/\/\S+$/.test(url) ? { type: 'text', text: `\n\n[picture](${url})\n\n` } : null
}
