import type { Clock } from '#ground/base/clock.ts'
import { throughOutage } from '#ground/store/through-outage.ts'
import type { TokenUsage } from '#ground/turn/schema.ts'
import { TurnRefused } from './turn-refused.ts'

/** What a turn spends while it runs. Disposed after its usage was recorded. */
export interface Spending extends Disposable {
  /**
   * Count what the turn has used so far; why it may not go on, or null.
   *
   * @throws when that can't be told: then it may not.
   */
  check(used: TokenUsage): Promise<{ code: 'budget_exhausted'; message: string } | null>
}

/** Begin to count a turn. The wiring passes in the budgets that hold for it. */
export type OpenSpending = (turn: {
  email: string | null
  runId: string | null
  /** `<provider>/<model>` */
  model: string
  startedAt: number
}) => Spending

/**
 * Whether a turn may begin.
 *
 * @throws TurnRefused when it may not.
 */
export async function checkSpending(spending: Spending | undefined, used: TokenUsage): Promise<void> {
  if (spending) await refuseWhenSpent(() => spending.check(used))
}

/**
 * The same of a turn that is under way: a store that is away for a moment doesn't end it.
 *
 * @throws TurnRefused when it may not go on.
 */
export async function recheckSpending(
  spending: Spending | undefined,
  used: TokenUsage,
  until: { clock: Pick<Clock, 'sleep' | 'after'>; signal: AbortSignal },
): Promise<void> {
  if (spending) await refuseWhenSpent(() => throughOutage(() => spending.check(used), until))
}

async function refuseWhenSpent(check: () => ReturnType<Spending['check']>): Promise<void> {
  let refusal: Awaited<ReturnType<Spending['check']>>
  try {
    refusal = await check()
  } catch (cause) {
    const message = 'The budgets of this agent could not be checked right now. Please try again in a moment.'
    throw new TurnRefused('budget_unavailable', message, { cause })
  }
  if (refusal) throw new TurnRefused(refusal.code, refusal.message)
}
