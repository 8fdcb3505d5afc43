import type { StoredSpan } from './read.ts'
import type { TraceDetail } from './schema.ts'

/** Null for a model without a price. */
export type CostOf = (
  model: string,
  tokens: { input: number; output: number; cached: number; cacheWrite: number },
) => { microUsd: number } | null

type Attributes = Readonly<Record<string, unknown>>

export function totalsOf(
  spans: readonly Pick<StoredSpan, 'attributes'>[],
  costOf: CostOf,
): TraceDetail['usage'] {
  const usage = {
    model_calls: 0,
    tool_calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: 0,
    unpriced_calls: 0,
  }
  let microUsd = 0
  for (const { attributes: text } of spans) {
    const attributes = JSON.parse(text) as Attributes
    const operation = attributes['gen_ai.operation.name']
    if (operation === 'execute_tool') usage.tool_calls++
    if (!isModelCall(operation)) continue
    const [input, output] = [tokensIn(attributes, 'input_tokens'), tokensIn(attributes, 'output_tokens')]
    const cost = costOf(modelOf(attributes), {
      input,
      output,
      cached: tokensIn(attributes, 'cache_read.input_tokens'),
      cacheWrite: tokensIn(attributes, 'cache_creation.input_tokens'),
    })
    usage.model_calls++
    usage.input_tokens += input
    usage.output_tokens += output
    if (cost === null) usage.unpriced_calls++
    microUsd += cost?.microUsd ?? 0
  }
  return { ...usage, cost_usd: microUsd / 1_000_000 }
}

export const isModelCall = (operation: unknown): boolean =>
  operation === 'chat' || operation === 'generate_content' || operation === 'text_completion'

export const tokensIn = (attributes: Attributes, name: string): number => {
  const value = attributes[`gen_ai.usage.${name}`]
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

const modelOf = (attributes: Attributes): string => {
  const provider = textIn(attributes['gen_ai.provider.name'])
  const name = textIn(attributes['gen_ai.request.model'] ?? attributes['gen_ai.response.model'])
  return `${OWN_NAMES.get(provider) ?? provider}/${name}`
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const OWN_NAMES: ReadonlyMap<string, string> = new Map([['gcp.gemini', 'google']])
