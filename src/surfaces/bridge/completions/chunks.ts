import type { FinishEvent, FinishReason, TokenUsage, ToolCall, TurnEvent } from '#ground/turn/schema.ts'
import type { AnswerFacts } from './answer-facts.ts'
import type { Transcript } from './transcript.ts'

export interface CompletionFacts {
  id: string
  /** Epoch seconds. */
  created: number
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

/** Data for which OpenAI's format has no field is sent in `svc`, which clients ignore. */
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

export const lastChunks = (
  facts: CompletionFacts,
  { reason, usage }: FinishEvent,
  overheadMs: number,
  answerFacts: AnswerFacts = {},
): object[] => [
  chunk(facts, {}, finishReason(reason)),
  {
    ...chunk(facts, {}),
    choices: [],
    usage: usageBody(usage),
    svc: { type: 'timing', overhead_ms: overheadMs, ...answerFacts },
  },
]

export const completionBody = (
  facts: CompletionFacts,
  { text, reasoning, clientCalls }: Pick<Transcript, 'text' | 'reasoning' | 'clientCalls'>,
  { reason, usage }: FinishEvent,
  answerFacts: AnswerFacts = {},
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
  ...(Object.keys(answerFacts).length > 0 && { svc: answerFacts }),
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

const finishReason = (reason: FinishReason): string => REASONS[reason] ?? 'stop'

const REASONS: Partial<Record<FinishReason, string>> = {
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
}
