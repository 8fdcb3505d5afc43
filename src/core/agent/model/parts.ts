import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import { unmarkedJson } from '#ground/base/json/marks.ts'
import type { FinishReason, TokenUsage } from '#ground/turn/schema.ts'
import { streamBrokenFailure, type FailureContext } from './failure.ts'
import { finishReasonOf } from './finish-reasons.ts'
import type { ModelEvent } from './model.ts'
import { createReplayRecorder } from './replay.ts'
import { isErrorReport, toServerReport } from './reported.ts'

/** @throws ModelFailure if the stream ends before the model finishes. */
export async function* modelEvents(
  modelId: string,
  parts: AsyncIterable<LanguageModelV4StreamPart>,
  about: FailureContext,
  failure: () => Error | null,
): AsyncGenerator<ModelEvent> {
  const recorder = createReplayRecorder(modelId)
  for await (const part of parts) {
    recorder.add(part)
    switch (part.type) {
      case 'text-delta':
        if (part.delta) yield { type: 'text', text: part.delta }
        break
      case 'reasoning-delta':
        if (part.delta) yield { type: 'reasoning', text: part.delta }
        break
      case 'tool-call':
        if (!part.providerExecuted) {
          const { toolCallId: id, toolName: name } = part
          yield { type: 'tool-call', call: { id, name, input: unmarkedJson(part.input) } }
        }
        break
      case 'file': {
        const data = bytesOf(part.data)
        if (data) yield { type: 'file', mediaType: part.mediaType, data }
        break
      }
      case 'error':
        if (isUnknownEvent(part.error)) break
        throw (
          failure() ??
          (isEndedEarly(part.error) ? streamBrokenFailure(about, part.error) : serverErrorOf(part.error))
        )
      case 'finish': {
        const reason = reasonOf(part.finishReason)
        if (failure() || !reason) throw failure() ?? streamBrokenFailure(about)
        return yield { type: 'finish', reason, usage: tokens(part.usage), replay: recorder.replay() }
      }
      default:
    }
  }
  throw failure() ?? streamBrokenFailure(about)
}

type FileData = Extract<LanguageModelV4StreamPart, { type: 'file' }>['data']

const bytesOf = (data: FileData): Uint8Array | null => {
  if (data.type !== 'data') return null
  return typeof data.data === 'string' ? Buffer.from(data.data, 'base64') : data.data
}

/** Protocols require clients to skip events of unknown types. */
const isUnknownEvent = (error: unknown): boolean => {
  const value = unparsedValueOf(error)
  return value !== null && 'type' in value && typeof value.type === 'string' && !isErrorReport(value)
}

const serverErrorOf = (error: unknown): unknown => {
  const value = unparsedValueOf(error)
  return value && isErrorReport(value) ? toServerReport(value) : error
}

const unparsedValueOf = (error: unknown): object | null => {
  if (!(error instanceof Error) || error.name !== 'AI_TypeValidationError') return null
  const { value } = error as { value?: unknown }
  return typeof value === 'object' ? value : null
}

const isEndedEarly = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'AI_InvalidResponseDataError' &&
  /without a finish/.test(error.message)

type Reason = Extract<LanguageModelV4StreamPart, { type: 'finish' }>['finishReason']

const reasonOf = ({ unified, raw }: Reason): FinishReason | null => {
  const word = unified === 'other' && raw ? finishReasonOf(raw) : null
  return word === 'error' ? null : (word ?? REASONS[unified] ?? null)
}

const REASONS: Record<string, FinishReason | null> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool-calls',
  'content-filter': 'content-filter',
  other: 'stop',
  error: null,
  interrupted: null,
}

const tokens = ({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage => ({
  input: inputTokens.total ?? 0,
  output: outputTokens.total ?? 0,
  cached: inputTokens.cacheRead ?? 0,
  ...(inputTokens.cacheWrite ? { cacheWrite: inputTokens.cacheWrite } : {}),
  reasoning: outputTokens.reasoning ?? 0,
})
