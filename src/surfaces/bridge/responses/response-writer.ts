import { STREAM_END, streamEventText } from '#ground/base/event-stream/write.ts'
import type { OpenAiErrorType } from '#ground/base/openai-error.ts'
import type { StoredResponse } from '#core/responses/stored-responses.ts'
import type { FinishEvent, TokenUsage } from '#ground/turn/schema.ts'
import type { AnswerWriter } from '../completions/answer-writer.ts'
import { bridgeErrorBody } from '../error.ts'
import { createResponseOutput, type ResponseEvent } from './output.ts'
import type { ResponseRequest } from './fields.ts'

export interface ResponseFacts {
  id: string
  /** Epoch seconds. */
  createdAt: number
  model: string
  request: ResponseRequest
  isStored: boolean
  now(): number
}

export interface ResponseWriter extends AnswerWriter {
  response(finish: FinishEvent): StoredResponse['response']
}

export function responseWriter(facts: ResponseFacts): ResponseWriter {
  const output = createResponseOutput(facts.id)
  let sequence = 0
  const texts = (events: readonly ResponseEvent[]) =>
    events
      .map(({ type, ...fields }) => streamEventText({ type, sequence_number: sequence++, ...fields }, type))
      .join('')
  const stateOf = (state: State) => responseBody(facts, output.items(), state)
  let finished: { events: ResponseEvent[]; response: StoredResponse['response'] } | null = null
  const finish = (event: FinishEvent) => {
    if (finished) return finished
    const reason = INCOMPLETE[event.reason]
    const events = output.finish(reason === undefined)
    const usage = usageBody(event.usage)
    const response = stateOf(
      reason === undefined
        ? { status: 'completed', usage, completed_at: facts.now() }
        : { status: 'incomplete', usage, incomplete_details: { reason } },
    )
    return (finished = { events, response })
  }
  return {
    begin() {
      const response = stateOf({ status: 'in_progress' })
      return texts([
        { type: 'response.created', response },
        { type: 'response.in_progress', response },
      ])
    },
    add: (event) => texts(output.add(event)),
    collect: (event) => void output.add(event),
    response: (event) => finish(event).response,
    finish(event) {
      const { events, response } = finish(event)
      return texts([...events, { type: `response.${String(response['status'])}`, response }]) + STREAM_END
    },
    fail(error) {
      const { message } = error
      const { error: nested } = bridgeErrorBody(error)
      const response = stateOf({ status: 'failed', error: { code: ERROR_CODES[error.type], message } })
      return (
        texts([
          { type: 'error', code: error.code, message, param: error.param, error: nested },
          { type: 'response.failed', response },
        ]) + STREAM_END
      )
    },
    body: (_transcript, event) => finish(event).response,
  }
}

const INCOMPLETE: Partial<Record<FinishEvent['reason'], string>> = {
  length: 'max_output_tokens',
  'content-filter': 'content_filter',
}

/** Codes that OpenAI allows in a response's `error`. */
const ERROR_CODES: Record<OpenAiErrorType, string> = {
  invalid_request_error: 'invalid_prompt',
  authentication_error: 'server_error',
  permission_error: 'server_error',
  rate_limit_error: 'rate_limit_exceeded',
  service_unavailable: 'server_error',
  server_error: 'server_error',
}

interface State {
  status: 'in_progress' | 'completed' | 'incomplete' | 'failed'
  usage?: object
  completed_at?: number
  incomplete_details?: object
  error?: object
}

const responseBody = (
  { id, createdAt, model, request, isStored }: ResponseFacts,
  output: StoredResponse['response']['output'],
  state: State,
): StoredResponse['response'] => ({
  id,
  object: 'response',
  created_at: createdAt,
  completed_at: null,
  background: false,
  error: null,
  incomplete_details: null,
  instructions: request.instructions ?? null,
  max_output_tokens: request.max_output_tokens ?? null,
  max_tool_calls: request.max_tool_calls ?? null,
  model,
  output,
  parallel_tool_calls: request.parallel_tool_calls ?? true,
  previous_response_id: request.previous_response_id ?? null,
  prompt_cache_key: request.prompt_cache_key ?? null,
  reasoning: { effort: request.reasoning?.effort ?? null, summary: request.reasoning?.summary ?? null },
  safety_identifier: request.safety_identifier ?? null,
  service_tier: 'default',
  store: isStored,
  temperature: request.temperature ?? 1,
  text: {
    format: request.text?.format ?? { type: 'text' },
    verbosity: request.text?.verbosity ?? 'medium',
  },
  tool_choice: request.tool_choice ?? 'auto',
  tools: (request.tools ?? []).map((tool) => ({
    ...tool,
    description: tool.description ?? null,
    parameters: tool.parameters ?? null,
    strict: tool.strict ?? true,
  })),
  top_logprobs: 0,
  top_p: request.top_p ?? 1,
  presence_penalty: request.presence_penalty ?? 0,
  frequency_penalty: request.frequency_penalty ?? 0,
  truncation: request.truncation ?? 'disabled',
  usage: null,
  metadata: request.metadata ?? {},
  ...(typeof request.user === 'string' && { user: request.user }),
  ...state,
})

const usageBody = (usage: TokenUsage) => ({
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.cacheWrite ?? 0 },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: usage.reasoning },
  total_tokens: usage.input + usage.output,
})
