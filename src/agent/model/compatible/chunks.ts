import { brokenOff, notAStream, type FailureContext } from '../failure.ts'
import type { FinishReason, ModelEvent, TokenUsage, ToolCall } from '../model.ts'
import type { CompatibleReplay } from './replay.ts'

/** The fields of a chunk that count. Servers leave out and add what they like. */
interface Chunk {
  choices?: readonly { delta?: Delta | null; message?: Delta | null; finish_reason?: string | null }[] | null
  usage?: WireUsage | null
  error?: unknown
}

interface Delta {
  content?: string | readonly { type?: string; text?: string }[] | null
  reasoning_content?: string | null
  reasoning?: string | null
  refusal?: string | null
  tool_calls?: readonly CallDelta[] | null
}

interface CallDelta {
  index?: number | null
  id?: string | null
  function?: { name?: string | null; arguments?: unknown } | null
  extra_content?: object | null
}

interface WireUsage {
  prompt_tokens?: number | null
  completion_tokens?: number | null
  prompt_tokens_details?: { cached_tokens?: number | null } | null
  completion_tokens_details?: { reasoning_tokens?: number | null } | null
}

/** Makes the events of one answer out of its chunks. */
export function createChunkReader(modelId: string, about: FailureContext, newCallId: () => string) {
  const calls = new Map<number, { id: string; name: string; input: string; extra: object | null }>()
  let reasoning = ''
  let usage: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 }
  let reason: FinishReason | null = null

  const addCall = (delta: CallDelta) => {
    const { name, arguments: input } = delta.function ?? {}
    // Without an index a delta goes on with the last call, unless it brings a new id.
    const isNew = delta.id != null && ![...calls.values()].some((call) => call.id === delta.id)
    const index = delta.index ?? (isNew ? calls.size : Math.max(0, calls.size - 1))
    let call = calls.get(index)
    if (!call) calls.set(index, (call = { id: '', name: '', input: '', extra: null }))
    call.id ||= delta.id ?? ''
    call.name ||= name ?? ''
    if (typeof input === 'string') call.input += input
    else if (typeof input === 'object' && input !== null) call.input = JSON.stringify(input)
    call.extra ??= delta.extra_content ?? null
  }

  const completeCalls = (): (ToolCall & { extra: object | null })[] =>
    [...calls.values()]
      .filter(({ name }) => name !== '')
      .map((call) => ({ ...call, id: call.id || newCallId() }))

  return {
    /** @throws what the server reports in place of a chunk, and ModelFailure for what is no chunk. */
    read(data: string): ModelEvent[] {
      const chunk = parsed(data, about)
      if (chunk.error) throw reported(chunk.error)
      if (chunk.usage) usage = tokens(chunk.usage)
      const choice = chunk.choices?.[0]
      if (!choice) return NOTHING
      const delta = choice.delta ?? choice.message
      const events: ModelEvent[] = []
      if (delta) {
        const thought = delta.reasoning_content ?? delta.reasoning
        if (typeof thought === 'string' && thought !== '') {
          reasoning += thought
          events.push({ type: 'reasoning', text: thought })
        }
        const text = textOf(delta.content) + (delta.refusal ?? '')
        if (text !== '') events.push({ type: 'text', text })
        delta.tool_calls?.forEach(addCall)
      }
      if (choice.finish_reason) reason = REASONS[choice.finish_reason] ?? 'stop'
      return events
    },
    /** @throws ModelFailure when the model has not finished. */
    end(): ModelEvent[] {
      if (reason === null) throw brokenOff(about)
      const made = completeCalls()
      const extras = Object.fromEntries(
        made.flatMap(({ id, extra }) => (extra ? [[id, { extra_content: extra }]] : [])),
      )
      const replay: CompatibleReplay | undefined =
        reasoning || Object.keys(extras).length > 0
          ? { modelId, reasoning: reasoning || undefined, extras }
          : undefined
      return [
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

/** What a server says went wrong, as `failureOf` reads it. */
const reported = (error: unknown): Error => {
  if (typeof error !== 'object' || error === null) return new Error(String(error))
  const { message, code } = error as { message?: unknown; code?: unknown }
  return Object.assign(new Error(typeof message === 'string' ? message : ''), { code })
}

const parsed = (data: string, about: FailureContext): Chunk => {
  let chunk: unknown
  try {
    chunk = JSON.parse(data)
  } catch {
    throw notAStream(about)
  }
  if (typeof chunk !== 'object' || chunk === null) throw notAStream(about)
  const { choices, error } = chunk as Chunk
  if (!error && choices !== undefined && choices !== null && !Array.isArray(choices)) throw notAStream(about)
  return chunk
}

const textOf = (content: Delta['content']): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('')
      : ''

const REASONS: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
}

const tokens = (usage: WireUsage): TokenUsage => ({
  input: usage.prompt_tokens ?? 0,
  output: usage.completion_tokens ?? 0,
  cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
  reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
})
