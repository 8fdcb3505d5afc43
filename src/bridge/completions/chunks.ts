import type { FinishReason, TokenUsage } from '#agent/model/model.ts'
import type { TurnEvent } from '#agent/turn.ts'

/** What all chunks of one completion share. */
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

/** The chunk of one thing that happened; a finished turn has two. Tool activity is in `svc`, which clients skip. */
export function eventChunks(facts: CompletionFacts, event: TurnEvent): object[] {
  switch (event.type) {
    case 'text':
      return [chunk(facts, { content: event.text })]
    case 'reasoning':
      return [chunk(facts, { reasoning_content: event.text })]
    case 'tool':
      return [{ ...chunk(facts, {}), svc: event }]
    case 'finish':
      return [
        chunk(facts, {}, finishReason(event.reason)),
        { ...chunk(facts, {}), choices: [], usage: usageBody(event.usage) },
      ]
  }
}

/** The whole answer of a request that did not ask for a stream. */
export const completionBody = (
  facts: CompletionFacts,
  answer: { text: string; reasoning: string; reason: FinishReason; usage: TokenUsage },
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
        content: answer.text,
        ...(answer.reasoning && { reasoning_content: answer.reasoning }),
        refusal: null,
      },
      logprobs: null,
      finish_reason: finishReason(answer.reason),
    },
  ],
  usage: usageBody(answer.usage),
})

const usageBody = (usage: TokenUsage) => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cached },
  completion_tokens_details: { reasoning_tokens: usage.reasoning },
})

/** Calls of our own tools are over by the end, so clients never see `tool_calls` as a reason to act. */
const finishReason = (reason: FinishReason): string =>
  reason === 'length' ? 'length' : reason === 'content-filter' ? 'content_filter' : 'stop'
