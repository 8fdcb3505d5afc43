import type { TokenUsage } from '#ground/turn/schema.ts'
import { addUsage, NO_USAGE } from '#core/agent/model/add-usage.ts'
import type { LanguageModel, ModelEvent, ModelRequest } from '#core/agent/model/model.ts'
import { conversationTokens, tokensOfBytes, toolTokens } from './context/estimate.ts'

/**
 * `names`: the usage names the model.
 * Estimates the usage that a provider does not report, so that a server without usage cannot bypass budgets.
 */
export const countedModel = (
  model: LanguageModel,
  used: TokenUsage,
  { names = false }: { names?: boolean } = {},
): LanguageModel =>
  model.counts
    ? names
      ? namedModel(model)
      : model
    : {
        ...model,
        async *stream(request, signal) {
          const by = names ? { model: model.id } : {}
          let bytes = 0
          let hasAnswered = false
          try {
            for await (const event of model.stream(request, signal)) {
              if (event.type !== 'finish') {
                bytes += bytesIn(event)
                hasAnswered = true
                yield event
                continue
              }
              const isBegun = hasAnswered || event.reason !== 'aborted'
              hasAnswered = false // a later error must not add the usage of this `finish` again
              yield isBegun
                ? { ...event, usage: { ...completed(event.usage, request, bytes), ...by } }
                : event
            }
          } catch (error) {
            if (hasAnswered) addUsage(used, { ...completed(NO_USAGE, request, bytes), ...by })
            throw error
          }
        },
      }

const namedModel = (model: LanguageModel): LanguageModel => ({
  ...model,
  async *stream(request, signal) {
    for await (const event of model.stream(request, signal))
      yield event.type === 'finish' ? { ...event, usage: { ...event.usage, model: model.id } } : event
  },
})

function completed(reported: TokenUsage, request: ModelRequest, bytes: number): TokenUsage {
  const lacksInput = reported.input === 0
  const lacksOutput = reported.output === 0 && bytes > 0
  if (!lacksInput && !lacksOutput) return reported
  return {
    ...reported,
    ...(lacksInput && { input: conversationTokens(request.messages) + toolTokens(request.tools) }),
    ...(lacksOutput && { output: tokensOfBytes(bytes) }),
    isEstimated: true,
  }
}

function bytesIn(event: Exclude<ModelEvent, { type: 'finish' }>): number {
  if (event.type === 'file') return 0
  return Buffer.byteLength(event.type === 'tool-call' ? event.call.name + event.call.input : event.text)
}
