import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import { brokenOff, type FailureContext } from './failure.ts'
import type { FinishReason, ModelEvent, TokenUsage } from './model.ts'
import { createReplayRecorder } from './replay.ts'

/**
 * The provider packages' stream as ours.
 *
 * @throws whatever the stream reports as an error, at the place where it happened, and ModelFailure when the stream
 *         ends before the model has finished.
 */
export async function* modelEvents(
  modelId: string,
  parts: AsyncIterable<LanguageModelV4StreamPart>,
  about: FailureContext,
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
        // What a provider ran by itself is not ours to run.
        if (!part.providerExecuted)
          yield { type: 'tool-call', call: { id: part.toolCallId, name: part.toolName, input: part.input } }
        break
      case 'error':
        throw isEndedEarly(part.error) ? brokenOff(about, part.error) : part.error
      case 'finish': {
        const reason = REASONS[part.finishReason.unified]
        if (!reason) throw brokenOff(about)
        return yield { type: 'finish', reason, usage: tokens(part.usage), replay: recorder.replay() }
      }
      default: // markers and parts we don't show
    }
  }
  throw brokenOff(about)
}

/** How the packages report a stream that ends without a finish reason. */
const isEndedEarly = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'AI_InvalidResponseDataError' &&
  /without a finish/.test(error.message)

/** Null: the answer is not complete. */
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
