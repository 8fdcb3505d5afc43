import { HUB_VERSION, type Tracer } from '#ground/base/trace/tracer.ts'
import type { ToolCall, TurnEvent } from '#ground/turn/schema.ts'
import {
  ModelFailure,
  type TurnMessage,
  type LanguageModel,
  type ModelEvent,
} from '#core/agent/model/model.ts'
import { cutText } from '#ground/base/cut-text.ts'
import type { AgentTurn } from './turn.ts'

export interface Tracing {
  tracer: Tracer
  hub: string
  content: boolean
  propagate: boolean
}

const MAX_CONTENT_LENGTH = 16 * 1024

/** Names and attributes follow the OpenTelemetry GenAI conventions. */
export async function* tracedTurn(
  tracing: Tracing | undefined,
  { name, version }: { name: string; version: number | null },
  turn: AgentTurn,
  run: (turn: AgentTurn) => AsyncIterable<TurnEvent>,
): AsyncGenerator<TurnEvent> {
  if (!tracing) return yield* run(turn)
  const span = tracing.tracer.start(`invoke_agent ${name}`, {
    parent: turn.traceparent,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': name,
      'gen_ai.conversation.id': turn.chatId,
      'svc.hub': tracing.hub,
      [HUB_VERSION]: version ?? undefined,
      'svc.chat.id': turn.chatId,
      'svc.run.id': turn.runId,
      'svc.surface': turn.caller.surface,
    },
  })
  let isOver = false
  try {
    for await (const event of run({ ...turn, traceparent: span.traceparent })) {
      if (event.type === 'finish') {
        isOver = true
        span.set({ 'gen_ai.request.model': event.model, ...answerAttributes(event) })
      }
      yield event
    }
    isOver = true
  } catch (error) {
    isOver = true
    span.fail(errorType(error))
    throw error
  } finally {
    if (!isOver) span.set({ 'gen_ai.response.finish_reasons': ['aborted'] })
    span.end()
  }
}

export function tracedModel(
  tracing: Tracing | undefined,
  turn: AgentTurn,
  model: LanguageModel,
): LanguageModel {
  if (!tracing) return model
  const { tracer, hub, content, propagate } = tracing
  return {
    ...model,
    async *stream(request, signal) {
      const [provider, name] = splitId(model.id)
      const span = tracer.start(`chat ${name}`, {
        kind: 'client',
        parent: turn.traceparent,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': PROVIDERS.get(provider) ?? provider,
          'gen_ai.request.model': name,
          'gen_ai.request.stream': true,
          'gen_ai.request.temperature': request.temperature,
          'gen_ai.request.max_tokens': request.maxOutputTokens,
          'gen_ai.conversation.id': turn.chatId,
          'svc.hub': hub,
          'gen_ai.input.messages': content ? contentOf(request.messages.map(spokenMessage)) : null,
        },
      })
      const pieces: string[] = []
      let isFirst = true
      try {
        const headers = propagate ? { ...request.headers, traceparent: span.traceparent } : request.headers
        for await (const event of model.stream({ ...request, ...(headers && { headers }) }, signal)) {
          if (isFirst) span.set({ 'gen_ai.response.time_to_first_chunk': span.elapsedMs() / 1000 })
          isFirst = false
          if (content && event.type === 'text') pieces.push(event.text)
          if (event.type === 'finish') span.set(answerAttributes(event))
          yield event
        }
      } catch (error) {
        span.fail(errorType(error))
        throw error
      } finally {
        if (content)
          span.set({ 'gen_ai.output.messages': contentOf([{ role: 'assistant', text: pieces.join('') }]) })
        span.end()
      }
    },
  }
}

/** Models also call tools that do not exist; `isKnown` is then false. */
export async function tracedCall<Outcome extends { text: string; failed: boolean }>(
  tracing: Tracing | undefined,
  turn: AgentTurn,
  call: ToolCall & { isKnown: boolean },
  run: (turn: AgentTurn) => Promise<Outcome>,
): Promise<Outcome> {
  if (!tracing) return run(turn)
  const { hub, content } = tracing
  const span = tracing.tracer.start(`execute_tool ${call.name}`, {
    parent: turn.traceparent,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.name,
      'gen_ai.tool.call.id': call.id,
      'gen_ai.tool.type': 'function',
      'svc.hub': hub,
      'gen_ai.tool.call.arguments': content ? cutText(call.input, MAX_CONTENT_LENGTH) : null,
    },
  })
  try {
    const outcome = await run({ ...turn, traceparent: span.traceparent })
    if (outcome.failed) span.fail(call.isKnown ? 'tool_failed' : 'unknown_tool')
    if (content) span.set({ 'gen_ai.tool.call.result': cutText(outcome.text, MAX_CONTENT_LENGTH) })
    return outcome
  } catch (error) {
    span.fail(errorType(error))
    throw error
  } finally {
    span.end()
  }
}

type Finish = Pick<Extract<ModelEvent, { type: 'finish' }>, 'reason' | 'usage'>

const answerAttributes = ({ reason, usage }: Finish) => ({
  'gen_ai.response.finish_reasons': [reason],
  'gen_ai.usage.input_tokens': usage.input,
  'gen_ai.usage.output_tokens': usage.output,
  'gen_ai.usage.cache_read.input_tokens': usage.cached || null,
  'gen_ai.usage.cache_creation.input_tokens': usage.cacheWrite || null,
  'gen_ai.usage.reasoning.output_tokens': usage.reasoning || null,
})

const splitId = (id: string): [provider: string, name: string] => {
  const [provider = id, ...name] = id.split('/')
  return [provider, name.join('/') || provider]
}

const PROVIDERS: ReadonlyMap<string, string> = new Map([['google', 'gcp.gemini']])

const errorType = (error: unknown): string =>
  error instanceof ModelFailure ? error.code : error instanceof Error ? error.name : '_OTHER'

const spokenMessage = (message: TurnMessage): { role: string; text: string } => {
  switch (message.role) {
    case 'system':
    case 'assistant':
      return { role: message.role, text: message.text }
    case 'user':
      return {
        role: 'user',
        text: message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
      }
    case 'tool':
      return { role: 'tool', text: message.results.map(({ text }) => text).join('\n') }
  }
}

const contentOf = (messages: readonly { role: string; text: string }[]): string => {
  const kept: { role: string; parts: object[] }[] = []
  let room = MAX_CONTENT_LENGTH
  for (const { role, text } of messages.toReversed()) {
    if (room <= 0) break
    kept.unshift({ role, parts: [{ type: 'text', content: cutText(text, room) }] })
    room -= text.length
  }
  return JSON.stringify(kept)
}
