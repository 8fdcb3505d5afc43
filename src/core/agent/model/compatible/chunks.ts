import type { FinishReason, TokenUsage } from '#ground/turn/schema.ts'
import { parseBoundedJson } from '#ground/base/json/parse.ts'
import type { StreamData } from '#ground/base/event-stream/parse.ts'
import { brokenOff, notAStream, type FailureContext } from '../failure.ts'
import type { ModelEvent } from '../model.ts'
import { createCallCollector, type CallDelta } from './calls.ts'
import { pictureEvent, type WirePicture } from './pictures.ts'
import type { CompatibleReplay } from './replay.ts'
import { isTrouble, reported } from '../reported.ts'
import { createThoughtSplitter, type Parted } from './thoughts.ts'

/** The fields of a chunk, or of a whole answer, that count. Servers leave out and add what they like. */
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

interface Delta {
  content?: string | readonly (ContentPart | null)[] | null
  reasoning_content?: string | null
  reasoning?: string | null
  refusal?: string | null
  images?: readonly WirePicture[] | null
  tool_calls?: readonly CallDelta[] | null
  /** Before there were `tool_calls`. */
  function_call?: CallDelta['function']
}

interface ContentPart extends WirePicture {
  type?: string
  text?: unknown
  /** Mistral's way to say thoughts. */
  thinking?: unknown
}

interface WireUsage {
  prompt_tokens?: number | null
  completion_tokens?: number | null
  total_tokens?: number | null
  prompt_tokens_details?: { cached_tokens?: number | null } | null
  /** DeepSeek's name for the same. */
  prompt_cache_hit_tokens?: number | null
  completion_tokens_details?: { reasoning_tokens?: number | null } | null
}

/** Makes the events of one answer out of its chunks. */
export function createChunkReader(modelId: string, about: FailureContext, newCallId: () => string) {
  const calls = createCallCollector(newCallId)
  const splitter = createThoughtSplitter()
  const thoughts: Record<string, string> = {}
  let usage: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 }
  let reason: FinishReason | 'error' | null = null
  let trouble: unknown
  let isEmpty = true

  /** Thoughts in a field of their own: then none stand in the text. */
  const thoughtIn = (delta: Delta): ModelEvent[] => {
    const field = THOUGHTS.find((name) => typeof delta[name] === 'string' && delta[name] !== '')
    if (!field) return []
    const text = delta[field]!
    thoughts[field] = (thoughts[field] ?? '') + text
    return [...parted(splitter.rest()), { type: 'reasoning', text }]
  }

  const contentOf = (delta: Delta): ModelEvent[] => {
    const events = thoughtIn(delta)
    const thought = Array.isArray(delta.content) ? textOf(delta.content.map((part) => part?.thinking)) : ''
    if (thought !== '') events.push({ type: 'reasoning', text: thought })
    const text = textOf(delta.content) + (delta.refusal ?? '')
    if (text !== '') events.push(...parted(splitter.push(text)))
    const pictures = Array.isArray(delta.content) ? [...delta.content, ...(delta.images ?? [])] : delta.images
    for (const picture of pictures ?? NOTHING) {
      const event = picture && pictureEvent(picture)
      if (event) events.push(event)
    }
    delta.tool_calls?.forEach(calls.add)
    if (delta.function_call) calls.add({ function: delta.function_call })
    return events
  }

  return {
    /** @throws what the server reports in place of a chunk, and ModelFailure for what is no chunk. */
    read(event: StreamData): ModelEvent[] {
      if (typeof event !== 'string') throw reported(event.error)
      const chunk = parsed(event, about)
      const choice = chunk.choices?.[0] // whatever its number: one was asked for
      const counted = chunk.usage ?? choice?.usage ?? chunk.x_groq?.usage
      if (counted) usage = largest(usage, tokens(counted))
      if (!choice) return NOTHING
      isEmpty = false
      if (choice.finish_reason) reason = REASONS[choice.finish_reason.toLowerCase()] ?? 'stop'
      trouble ??= choice.error
      const delta = choice.delta ?? choice.message
      return delta ? contentOf(delta) : NOTHING
    },
    /**
     * @param how Whether the server said that this is all, or only closed.
     * @throws what the server reported, and ModelFailure when the model has not finished.
     */
    end(how: 'done' | 'closed'): ModelEvent[] {
      if (trouble || reason === 'error') throw reported(trouble)
      if (isEmpty) throw notAStream(about)
      if (reason === null && how === 'done' && calls.areWhole()) reason = 'tool-calls'
      if (reason === null) throw brokenOff(about)
      const made = calls.made()
      const extras = Object.fromEntries(
        made.flatMap(({ id, extra }) => (extra ? [[id, { extra_content: extra }]] : [])),
      )
      const isPlain = Object.keys(thoughts).length === 0 && Object.keys(extras).length === 0
      const replay: CompatibleReplay | undefined = isPlain ? undefined : { modelId, thoughts, extras }
      return [
        ...parted(splitter.rest()),
        ...made.map(({ id, name, input }): ModelEvent => ({ type: 'tool-call', call: { id, name, input } })),
        {
          type: 'finish',
          reason: reason === 'stop' && made.length > 0 ? 'tool-calls' : reason,
          usage,
          replay,
        },
      ]
    },
  }
}

const NOTHING: ModelEvent[] = []

/** Fields for thoughts; where both are there, they say the same. */
const THOUGHTS = ['reasoning_content', 'reasoning'] as const

const parted = ({ reasoning, text }: Parted): ModelEvent[] => [
  ...(reasoning ? [{ type: 'reasoning' as const, text: reasoning }] : NOTHING),
  ...(text ? [{ type: 'text' as const, text }] : NOTHING),
]

const parsed = (data: string, about: FailureContext): Chunk => {
  let chunk: unknown
  try {
    chunk = parseBoundedJson(data)
  } catch {
    throw notAStream(about)
  }
  if (typeof chunk !== 'object' || chunk === null) throw notAStream(about)
  if (isTrouble(chunk)) throw reported(chunk)
  const { choices } = chunk as Chunk
  if (choices !== undefined && choices !== null && !Array.isArray(choices)) throw notAStream(about)
  return chunk
}

/** Text as it is, or in parts, or in parts of parts. */
const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).join('')
  return typeof content === 'object' && content !== null && 'text' in content ? textOf(content.text) : ''
}

const REASONS: Record<string, FinishReason | 'error'> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  max_tokens: 'length',
  model_length: 'length',
  error: 'error',
}

/** Some servers report the cached tokens beside `prompt_tokens`, not among them. */
function tokens(usage: WireUsage): TokenUsage {
  const prompt = usage.prompt_tokens ?? 0
  const output = usage.completion_tokens ?? 0
  const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0
  const isBeside = cached > prompt || (cached > 0 && usage.total_tokens === prompt + cached + output)
  return {
    input: isBeside ? prompt + cached : prompt,
    output,
    cached,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  }
}

/** Counts only grow while an answer comes; some servers end with a chunk of zeros. */
const largest = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  input: Math.max(a.input, b.input),
  output: Math.max(a.output, b.output),
  cached: Math.max(a.cached, b.cached),
  reasoning: Math.max(a.reasoning, b.reasoning),
})
