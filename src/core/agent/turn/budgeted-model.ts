import type { Clock } from '#ground/base/clock.ts'
import type { TokenUsage } from '#ground/turn/schema.ts'
import { NO_USAGE } from '#core/agent/model/add-usage.ts'
import type { LanguageModel, ModelRequest } from '#core/agent/model/model.ts'
import { conversationTokens, toolTokens } from './context/estimate.ts'
import { holdCall, type SpendingBounds, type TurnSpending } from './spending.ts'

export const budgetedModel = (
  model: LanguageModel,
  {
    spending,
    used,
    clock,
  }: { spending: TurnSpending; used: TokenUsage; clock: Pick<Clock, 'sleep' | 'after'> },
): LanguageModel => ({
  ...model,
  async *stream(request, signal) {
    const reservation = await holdCall(spending, used, boundsOf(model, request), { clock, signal }).catch(
      (error: unknown) => {
        if (signal.aborted) return null
        throw error
      },
    )
    if (reservation === null) return yield { type: 'finish', reason: 'aborted', usage: NO_USAGE }
    let outcome: 'failed' | undefined
    try {
      const limited =
        reservation.maxOutput === null ? request : { ...request, maxOutputTokens: reservation.maxOutput }
      yield* model.stream(limited, signal)
    } catch (error) {
      outcome = 'failed'
      throw error
    } finally {
      reservation.end(used, outcome)
    }
  },
})

/** Raises estimates of 3.2 bytes per token to a worst case of two bytes per token. */
const WORST_CASE_FACTOR = 1.6
const MIN_OUTPUT_TOKENS = 256

function boundsOf(model: LanguageModel, request: ModelRequest): SpendingBounds {
  const output = request.maxOutputTokens ?? null
  const once = model.counts
    ? { input: model.counts(request), output, leastOutput: 1 }
    : {
        input: Math.ceil(
          (conversationTokens(request.messages) + toolTokens(request.tools)) * WORST_CASE_FACTOR,
        ),
        output,
        leastOutput: MIN_OUTPUT_TOKENS,
      }
  // The reservation also covers one correction of a response with an invalid format. The correction sends the input
  // and the first response to the model again, so the response counts as output and as input.
  return request.responseFormat?.type === 'json'
    ? { ...once, input: once.input * 2, outputs: 3 }
    : { ...once, outputs: 1 }
}
