import type { EpochMs } from '#ground/base/clock.ts'
import type { BudgetKey, BudgetUnit } from './limit.ts'

/** A budget is used up. Amounts are micro-dollars or tokens. */
export interface BudgetRefusal extends BudgetKey {
  code: 'budget_exhausted'
  hub: string
  used: number
  limit: number
  resetsAt: EpochMs
  /** For the person who chats. */
  message: string
}

/** What the person reads: which budget, how much of it, and when there is more. */
export function refusalMessage({
  scope,
  subject,
  period,
  unit,
  used,
  limit,
  resetsAt,
}: Omit<BudgetRefusal, 'code' | 'hub' | 'message'>): string {
  const which = period === 'day' ? 'daily' : 'monthly'
  const whose = {
    hub: `The ${which} budget of this agent`,
    person: `Your ${which} budget for this agent`,
    task: `The ${which} budget of the task ${subject.replace(/^md:/, '')}`,
  }[scope]
  const amounts = `${amountText(unit, used)} of ${amountText(unit, limit)}${unit === 'tokens' ? ' tokens' : ''}`
  return `${whose} is used up: ${amounts}. It starts anew on ${dateText(resetsAt)} at 00:00 UTC.`
}

/** Such as `$10.00`, `$0.000012` or `120,000`. */
export const amountText = (unit: BudgetUnit, amount: number): string => {
  if (unit === 'tokens') return amount.toLocaleString('en-US')
  const usd = amount / 1_000_000
  return usd.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: usd !== 0 && usd < 0.1 ? 6 : 2,
  })
}

const dateText = (at: EpochMs): string =>
  new Date(at).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
