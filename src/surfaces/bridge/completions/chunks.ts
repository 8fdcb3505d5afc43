import type { FinishEvent, FinishReason, TokenUsage, ToolCall, TurnEvent } from '#ground/turn/schema.ts'
import type { Transcript } from './transcript.ts'

/** Shared fields of all chunks of a completion. */
export interface CompletionFacts {
  id: string
  /** Epoch seconds. */
  created: number
  /** The Hub's slug. */
  model: string
}

const chunk = (facts: CompletionFacts, delta: object, finish: string | null = null) => ({
  id: facts.id,
  object: 'chat.completion.chunk',
  created: facts.created,
  model: facts.model,
  choices: [{ index: 0, delta, finish_reason: finish }],
})

export const roleChunk = (facts: CompletionFacts) => chunk(facts, { role: 'assistant', content: '' })

/** The chunks of one event. Data without a field in OpenAI’s format is in `svc`, which clients skip. */
export function eventChunks(facts: CompletionFacts, event: Exclude<TurnEvent, FinishEvent>): object[] {
  switch (event.type) {
    case 'text':
      return [chunk(facts, { content: event.text })]
    case 'reasoning':
      return [chunk(facts, { reasoning_content: event.text })]
    case 'tool':
    case 'title':
      return [{ ...chunk(facts, {}), svc: event }]
    case 'client-calls':
      return event.calls.map((call, index) => chunk(facts, { tool_calls: [{ index, ...callBody(call) }] }))
  }
}

/** The end of a stream: why it ended, then usage and what it took of our time. */
export const lastChunks = (
  facts: CompletionFacts,
  { reason, usage }: FinishEvent,
  overheadMs: number,
): object[] => [
  chunk(facts, {}, finishReason(reason)),
  {
    ...chunk(facts, {}),
    choices: [],
    usage: usageBody(usage),
    svc: { type: 'timing', overhead_ms: overheadMs },
  },
]

/** The whole response to a request without a stream. */
export const completionBody = (
  facts: CompletionFacts,
  { text, reasoning, clientCalls }: Pick<Transcript, 'text' | 'reasoning' | 'clientCalls'>,
  { reason, usage }: FinishEvent,
) => ({
  id: facts.id,
  object: 'chat.completion',
  created: facts.created,
  model: facts.model,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: text === '' && clientCalls.length > 0 ? null : text,
        ...(reasoning && { reasoning_content: reasoning }),
        ...(clientCalls.length > 0 && { tool_calls: clientCalls.map(callBody) }),
        refusal: null,
      },
      logprobs: null,
      finish_reason: finishReason(reason),
    },
  ],
  usage: usageBody(usage),
})

const usageBody = (usage: TokenUsage) => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cached },
  completion_tokens_details: { reasoning_tokens: usage.reasoning },
})

const callBody = ({ id, name, input }: ToolCall) => ({
  id,
  type: 'function',
  function: { name, arguments: input },
})

/** A turn only ends with `tool-calls` when the client has to act: calls of our own tools are over by the end. */
const finishReason = (reason: FinishReason): string => REASONS[reason] ?? 'stop'

const REASONS: Partial<Record<FinishReason, string>> = {
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
}
