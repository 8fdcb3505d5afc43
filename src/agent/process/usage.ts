import { z } from 'zod'
import type { TokenUsage } from '../model/model.ts'

const Count = z.int().min(0).nullish().catch(null)

/** Tokens as the protocol's draft counts them: sums over all turns of a session, each kind apart. */
export const TotalUsage = z.object({
  totalTokens: Count,
  inputTokens: Count,
  outputTokens: Count,
  thoughtTokens: Count,
  cachedReadTokens: Count,
  cachedWriteTokens: Count,
})
export type TotalUsage = z.infer<typeof TotalUsage>

/**
 * What one turn used, of what a session used before it and after it. Zero where an agent doesn't say. One that counts
 * less than before has begun to count anew.
 */
export function usageSince(
  before: TotalUsage | null,
  told: unknown,
): { turn: TokenUsage; total: TotalUsage | null } {
  const parsed = TotalUsage.safeParse(told)
  if (!parsed.success) return { turn: NONE, total: before }
  const total = parsed.data
  const isAnew = sumOf(total) < sumOf(before)
  const since = (kind: keyof TotalUsage) =>
    Math.max((total[kind] ?? 0) - (isAnew ? 0 : (before?.[kind] ?? 0)), 0)
  const cached = since('cachedReadTokens')
  const cacheWrite = since('cachedWriteTokens')
  const reasoning = since('thoughtTokens')
  const isWhole =
    total.totalTokens != null && total.totalTokens <= (total.inputTokens ?? 0) + (total.outputTokens ?? 0)
  const turn = {
    // Some agents count the kinds apart, as the draft says, others in the two sums.
    input: since('inputTokens') + (isWhole ? 0 : cached + cacheWrite),
    output: since('outputTokens') + (isWhole ? 0 : reasoning),
    cached,
    reasoning,
    ...(cacheWrite > 0 && { cacheWrite }),
  }
  return { turn, total }
}

const NONE: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 }

const sumOf = (usage: TotalUsage | null): number =>
  usage?.totalTokens ?? (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)
