import type { TokenUsage } from '#ground/turn/schema.ts'

/** Count more tokens into a sum. */
export function addUsage(sum: TokenUsage, more: TokenUsage): void {
  sum.input += more.input
  sum.output += more.output
  sum.cached += more.cached
  sum.reasoning += more.reasoning
  if (more.isEstimated) sum.isEstimated = true
  if (more.cacheWrite) sum.cacheWrite = (sum.cacheWrite ?? 0) + more.cacheWrite
}
