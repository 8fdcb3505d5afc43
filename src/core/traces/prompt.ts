import type { TracePrompt, TraceSpan } from './schema.ts'
import { PROMPT_PART_NAMES } from './schema.ts'

const PREFIX = 'svc.prompt.'

/**
 * The prompt of a model call. If the provider reported its input tokens, the estimated tokens of the parts are scaled
 * to this sum. Null for other spans.
 */
export function promptOf(attributes: TraceSpan['attributes']): TracePrompt | null {
  const known = PROMPT_PART_NAMES.filter((part) => numberOf(attributes[`${PREFIX}${part}.tokens`]) !== null)
  if (known.length === 0) return null
  const input = numberOf(attributes['gen_ai.usage.input_tokens'])
  const estimates = known.map((part) => numberOf(attributes[`${PREFIX}${part}.tokens`])!)
  const tokens = input ? scaled(estimates, input) : estimates
  return {
    input_tokens: input,
    cached_tokens:
      input === null ? null : (numberOf(attributes['gen_ai.usage.cache_read.input_tokens']) ?? 0),
    cache_written_tokens: numberOf(attributes['gen_ai.usage.cache_creation.input_tokens']),
    parts: known.map((part, at) => {
      const text = attributes[`${PREFIX}${part}.text`]
      return {
        part,
        tokens: tokens[at]!,
        count: numberOf(attributes[`${PREFIX}${part}.count`]) ?? 1,
        text: typeof text === 'string' ? text : null,
      }
    }),
  }
}

export const withoutPrompt = (attributes: TraceSpan['attributes']): TraceSpan['attributes'] =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => !key.startsWith(PREFIX)))

/** Rounds so that the parts add up to `total`. */
function scaled(estimates: readonly number[], total: number): number[] {
  const sum = estimates.reduce((all, one) => all + one, 0)
  let [passed, given] = [0, 0]
  return estimates.map((one) => {
    passed += one
    const until = Math.round((passed / Math.max(1, sum)) * total)
    const share = until - given
    given = until
    return share
  })
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
