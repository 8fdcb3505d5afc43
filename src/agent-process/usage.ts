import { z } from 'zod'
import type { TokenUsage } from '#ground/turn/schema.ts'

const Count = z.int().min(0).nullish().catch(null)

/** Tokens by kind, as in the protocol's draft. */
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
  /** True if the agent counts each turn from zero. */
  isByTurn: z.boolean().default(false),
  /** Cost of the whole session in US dollars. */
  costUsd: z.number().nullable().default(null),
})
export type SessionUsage = z.infer<typeof SessionUsage>

/** Reports of an agent during a turn, and the length of the text in characters. */
export interface Tally {
  /** Tokens in the model's context after each model response. */
  contexts: number[]
  /** Cost of the session so far in US dollars; null if not reported. */
  costUsd: number | null
  /** Characters of the conversation and of tool results. */
  heard: number
  said: number
}

export const newTally = (): Tally => ({ contexts: [], costUsd: null, heard: 0, said: 0 })

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
 * The agent's own count, else an estimate from the reported contexts, else from the length of the text. Pure.
 *
 * @param before The session's earlier usage.
 * @param ending Null if the turn ended early.
 */
export function turnUsage(
  before: SessionUsage | null,
  tally: Tally,
  ending: AgentTurnReport | null,
): { turn: TokenUsage; session: SessionUsage | null } {
  const { usage, _meta: meta } = ending ?? {}
  const told = Counts.safeParse(usage)
  const counted = told.success && sumOf(told.data) > 0 ? countedIn(before, tally, told.data) : null
  const turn = counted?.turn ?? quotaIn(meta) ?? estimateOf(tally)
  const costUsd = tally.costUsd ?? before?.costUsd ?? null
  const cost = costSince(before?.costUsd ?? 0, tally.costUsd)
  return {
    turn: { ...turn, ...(cost > 0 && { costMicroUsd: Math.round(cost * 1_000_000) }) },
    session: counted || costUsd !== null ? { ...(counted?.session ?? before ?? NO_COUNTS), costUsd } : before,
  }
}

/**
 * By the protocol's draft, counts are sums over the session. Some agents count each turn separately: then the
 * difference is less than the turn's minimum.
 */
function countedIn(before: SessionUsage | null, tally: Tally, told: Counts) {
  const since = sumOf(told) - sumOf(before)
  const isByTurn = before !== null && (before.isByTurn || since < leastOf(tally))
  const turn = tokensIn(told, isByTurn ? null : before)
  return { turn, session: { ...told, isByTurn, costUsd: null } }
}

function tokensIn(told: Counts, before: Counts | null): TokenUsage {
  const since = (kind: keyof Counts) => Math.max((told[kind] ?? 0) - (before?.[kind] ?? 0), 0)
  const cached = since('cachedReadTokens')
  const cacheWrite = since('cachedWriteTokens')
  const reasoning = since('thoughtTokens')
  const isWhole =
    told.totalTokens != null && told.totalTokens <= (told.inputTokens ?? 0) + (told.outputTokens ?? 0)
  return {
    // By the protocol's draft, cached and reasoning tokens are separate; some agents include them in input and output.
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

/** Counts in the format of gemini, which reports zero for an aborted turn. */
function quotaIn(meta: unknown): TokenUsage | null {
  const told = Quota.safeParse(meta)
  if (!told.success) return null
  const { input_tokens: input, output_tokens: output } = told.data.quota.token_count
  return input || output ? { ...NONE, input: input ?? 0, output: output ?? 0 } : null
}

/** Approximate characters per token. */
const CHARACTERS = 4

const estimateOf = ({ contexts, heard, said }: Tally): TokenUsage => {
  if (contexts.length === 0 && heard === 0 && said === 0) return NONE
  const output = Math.ceil(said / CHARACTERS)
  const all = contexts.reduce((sum, used) => sum + used, 0)
  const input = contexts.length > 0 ? Math.max(all - output, 0) : Math.ceil(heard / CHARACTERS)
  return { ...NONE, input, output, isEstimated: true }
}

/** Lower bound for a turn's tokens: its last context, or half the estimate from its text. */
const leastOf = ({ contexts, heard, said }: Tally): number =>
  contexts.at(-1) ?? Math.floor((heard + said) / (2 * CHARACTERS))

const costSince = (before: number, after: number | null): number =>
  after === null ? 0 : after < before ? after : after - before

const NONE: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 }

const NO_COUNTS: SessionUsage = { ...Counts.parse({}), isByTurn: false, costUsd: null }
