import { z } from 'zod'
import type { TokenUsage } from '#ground/turn/schema.ts'

const Count = z.int().min(0).nullish().catch(null)

/** Tokens as the protocol's draft counts them, each kind apart. */
const Counts = z.object({
  totalTokens: Count,
  inputTokens: Count,
  outputTokens: Count,
  thoughtTokens: Count,
  cachedReadTokens: Count,
  cachedWriteTokens: Count,
})
type Counts = z.infer<typeof Counts>

/** A session's usage so far, if its agent reports it. */
export const SessionUsage = Counts.extend({
  /** The agent counts every turn from zero. */
  isByTurn: z.boolean().default(false),
  /** Cost of the whole session in US dollars. */
  costUsd: z.number().nullable().default(null),
})
export type SessionUsage = z.infer<typeof SessionUsage>

/** An agent's reports between question and answer, and the amount of text. Lengths are in characters. */
export interface Tally {
  /** Tokens in the model's context after each of its answers. */
  contexts: number[]
  /** Cost of the session so far in US dollars; null if not reported. */
  costUsd: number | null
  /** The conversation, and what our tools answered. */
  heard: number
  said: number
}

export const newTally = (): Tally => ({ contexts: [], costUsd: null, heard: 0, said: 0 })

/** Adds one `usage_update`. */
export function addReportedUsage(
  tally: Tally,
  { used, cost }: { used: number; cost?: { amount: number; currency: string } | null },
): void {
  if (used > 0) tally.contexts.push(used)
  if (cost?.currency === 'USD' && cost.amount >= 0) tally.costUsd = cost.amount
}

/** An agent's report at the end of a turn. */
export interface AgentTurnReport {
  usage?: unknown
  _meta?: unknown
}

/**
 * Usage of one turn: as the agent counts it, else by the reported contexts, else by the length of the text.
 * The last two are estimates. Pure.
 *
 * @param before The session's earlier usage.
 * @param ending Null when it ended early.
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
 * Derived from the sums over a session's turns, as the draft defines. Some agents count each turn separately:
 * then the numbers fall, or the difference is less than the turn's minimum.
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
    // Some agents count the kinds separately, as the draft requires, the rest in the two sums.
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

/** As gemini counts a turn. It reports zero for a turn that it gave up. */
function quotaIn(meta: unknown): TokenUsage | null {
  const told = Quota.safeParse(meta)
  if (!told.success) return null
  const { input_tokens: input, output_tokens: output } = told.data.quota.token_count
  return input || output ? { ...NONE, input: input ?? 0, output: output ?? 0 } : null
}

/** A token is some four characters of prose. */
const CHARACTERS = 4

const estimateOf = ({ contexts, heard, said }: Tally): TokenUsage => {
  if (contexts.length === 0 && heard === 0 && said === 0) return NONE
  const output = Math.ceil(said / CHARACTERS)
  const all = contexts.reduce((sum, used) => sum + used, 0)
  const input = contexts.length > 0 ? Math.max(all - output, 0) : Math.ceil(heard / CHARACTERS)
  return { ...NONE, input, output, isEstimated: true }
}

/**
 * The minimum tokens of a turn: its last context, or the text received and sent in the most compact script.
 */
const leastOf = ({ contexts, heard, said }: Tally): number =>
  contexts.at(-1) ?? Math.floor((heard + said) / (2 * CHARACTERS))

const costSince = (before: number, after: number | null): number =>
  after === null ? 0 : after < before ? after : after - before

const NONE: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 }

const NO_COUNTS: SessionUsage = { ...Counts.parse({}), isByTurn: false, costUsd: null }
