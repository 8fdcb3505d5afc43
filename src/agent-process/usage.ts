import { z } from 'zod'
import type { TokenUsage } from '#ground/turn/schema.ts'
import { NO_USAGE } from '#core/agent/model/add-usage.ts'

const Count = z.int().min(0).nullish().catch(null)

const Counts = z.object({
  totalTokens: Count,
  inputTokens: Count,
  outputTokens: Count,
  thoughtTokens: Count,
  cachedReadTokens: Count,
  cachedWriteTokens: Count,
})
type Counts = z.infer<typeof Counts>

export const SessionUsage = Counts.extend({
  /** True if the agent reports the tokens of each turn separately, not the sum of the session. */
  isByTurn: z.boolean().default(false),
  /** Cost of the whole session in US dollars. */
  costUsd: z.number().nullable().default(null),
})
export type SessionUsage = z.infer<typeof SessionUsage>

export interface Tally {
  /** Tokens in the model's context after each model response. */
  contexts: number[]
  /** Cost of the session so far in US dollars; null if not reported. */
  costUsd: number | null
  /** Characters of the conversation and of tool results. */
  inputChars: number
  outputChars: number
}

export const newTally = (): Tally => ({ contexts: [], costUsd: null, inputChars: 0, outputChars: 0 })

export function addReportedUsage(
  tally: Tally,
  { used, cost }: { used: number; cost?: { amount: number; currency: string } | null },
): void {
  if (used > 0) tally.contexts.push(used)
  if (cost?.currency === 'USD' && cost.amount >= 0) tally.costUsd = cost.amount
}

export interface AgentTurnReport {
  usage?: unknown
  _meta?: unknown
}

/**
 * If the agent reported no token counts, estimates them from the context sizes, or else from the length of the text.
 * @param ending The agent's report; null if the turn ended early.
 */
export function turnUsage(
  before: SessionUsage | null,
  tally: Tally,
  ending: AgentTurnReport | null,
): { turn: TokenUsage; session: SessionUsage | null } {
  const { usage, _meta: meta } = ending ?? {}
  const reported = Counts.safeParse(usage)
  const counted =
    reported.success && sumOf(reported.data) > 0 ? countedIn(before, tally, reported.data) : null
  const turn = counted?.turn ?? quotaIn(meta) ?? estimateOf(tally)
  const costUsd = tally.costUsd ?? before?.costUsd ?? null
  const cost = costSince(before?.costUsd ?? 0, tally.costUsd)
  return {
    turn: { ...turn, ...(cost > 0 && { costMicroUsd: Math.round(cost * 1_000_000) }) },
    session: counted || costUsd !== null ? { ...(counted?.session ?? before ?? NO_COUNTS), costUsd } : before,
  }
}

/** The protocol's draft defines counts as session totals, but some agents report the counts of one turn. */
function countedIn(before: SessionUsage | null, tally: Tally, reported: Counts) {
  const since = sumOf(reported) - sumOf(before)
  const isByTurn = before !== null && (before.isByTurn || since < leastOf(tally))
  const turn = tokensIn(reported, isByTurn ? null : before)
  return { turn, session: { ...reported, isByTurn, costUsd: null } }
}

function tokensIn(reported: Counts, before: Counts | null): TokenUsage {
  const since = (kind: keyof Counts) => Math.max((reported[kind] ?? 0) - (before?.[kind] ?? 0), 0)
  const cached = since('cachedReadTokens')
  const cacheWrite = since('cachedWriteTokens')
  const reasoning = since('thoughtTokens')
  const isWhole =
    reported.totalTokens != null &&
    reported.totalTokens <= (reported.inputTokens ?? 0) + (reported.outputTokens ?? 0)
  return {
    // If `isWhole`, the agent already counts cached and reasoning tokens in its input and output.
    input: since('inputTokens') + (isWhole ? 0 : cached + cacheWrite),
    output: since('outputTokens') + (isWhole ? 0 : reasoning),
    cached,
    reasoning,
    ...(cacheWrite > 0 && { cacheWrite }),
  }
}

const sumOf = (usage: Counts | null): number =>
  usage?.totalTokens ?? (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)

const Quota = z.object({
  quota: z.object({ token_count: z.object({ input_tokens: Count, output_tokens: Count }) }),
})

/** The agent gemini reports zero tokens for an aborted turn. The result is then null. */
function quotaIn(meta: unknown): TokenUsage | null {
  const reported = Quota.safeParse(meta)
  if (!reported.success) return null
  const { input_tokens: input, output_tokens: output } = reported.data.quota.token_count
  return input || output ? { ...NO_USAGE, input: input ?? 0, output: output ?? 0 } : null
}

const CHARACTERS_PER_TOKEN = 4

const estimateOf = ({ contexts, inputChars, outputChars }: Tally): TokenUsage => {
  if (contexts.length === 0 && inputChars === 0 && outputChars === 0) return NO_USAGE
  const output = Math.ceil(outputChars / CHARACTERS_PER_TOKEN)
  const all = contexts.reduce((sum, used) => sum + used, 0)
  const input = contexts.length > 0 ? Math.max(all - output, 0) : Math.ceil(inputChars / CHARACTERS_PER_TOKEN)
  return { ...NO_USAGE, input, output, isEstimated: true }
}

const leastOf = ({ contexts, inputChars, outputChars }: Tally): number =>
  contexts.at(-1) ?? Math.floor((inputChars + outputChars) / (2 * CHARACTERS_PER_TOKEN))

const costSince = (before: number, after: number | null): number =>
  after === null ? 0 : after < before ? after : after - before

const NO_COUNTS: SessionUsage = { ...Counts.parse({}), isByTurn: false, costUsd: null }
