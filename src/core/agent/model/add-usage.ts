import type { TokenUsage } from '#ground/turn/schema.ts'

export const NO_USAGE: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 }

/** Keeps each call separately, because a provider may charge more for a long prompt. */
export function addUsage(sum: TokenUsage, more: TokenUsage): void {
  const calls = [...callsIn(sum), ...callsIn(more)]
  if (calls.length > 1) sum.calls = calls
  if (more.model !== undefined) sum.model = more.model
  sum.input += more.input
  sum.output += more.output
  sum.cached += more.cached
  sum.reasoning += more.reasoning
  if (more.isEstimated) sum.isEstimated = true
  if (more.cacheWrite) sum.cacheWrite = (sum.cacheWrite ?? 0) + more.cacheWrite
}

/** Keeps the calls of different models, because their prices differ. */
export function withoutCalls({ calls, model: _, ...sum }: TokenUsage): TokenUsage {
  const isMixed = new Set(calls?.map(({ model }) => model)).size > 1
  return { ...sum, ...(isMixed && { calls }) }
}

const callsIn = ({
  calls,
  input,
  output,
  cached,
  cacheWrite,
  model,
}: TokenUsage): NonNullable<TokenUsage['calls']> => {
  const of = model === undefined ? {} : { model }
  if (calls) return calls.map((call) => ({ ...of, ...call }))
  return input === 0 && output === 0
    ? []
    : [{ input, output, cached, ...(cacheWrite && { cacheWrite }), ...of }]
}
