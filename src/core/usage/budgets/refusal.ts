import type { EpochMs } from '#ground/base/clock.ts'
import type { HeldAmount } from './holds.ts'
import type { BudgetKey, BudgetUnit } from './limit.ts'

/** A budget is used up, or has too little left. Amounts are micro-dollars or tokens. */
export interface BudgetRefusal extends BudgetKey {
  code: 'budget_exhausted'
  hub: string
  used: number
  /** Of what is left, held for turns that run. */
  held: number
  /** Minimum that must remain. */
  needs: HeldAmount
  limit: number
  resetsAt: EpochMs
  /** For the person who chats. */
  message: string
}

/** The turn's model has no price, so a budget in dollars cannot count it. */
export interface UnpricedRefusal {
  code: 'model_unpriced'
  message: string
  needs: null
}

/** @param model `<provider>/<model>` */
export const unpricedRefusal = (model: string): UnpricedRefusal => ({
  code: 'model_unpriced',
  message:
    `This agent has a budget in US dollars, and the price of its model ${model} is unknown, so the cost cannot be counted. ` +
    `An administrator can ${PRICE_REMEDY}.`,
  needs: null,
})

/** Remedy for a model without a price. */
export const PRICE_REMEDY =
  'add its price to the file of SVC_PRICES_FILE, or set SVC_UNPRICED_MODEL_USD to an upper price per million tokens'

type Short = Omit<BudgetRefusal, 'code' | 'hub' | 'message' | 'limit'> & { amount: number }

export function refusalFor(hub: string, { scope, subject, period, unit, ...short }: Short): BudgetRefusal {
  const key = { scope, subject, period, unit }
  const { used, held, needs, amount: limit, resetsAt } = short
  const facts = { ...key, used, held, needs, limit, resetsAt }
  return { ...facts, code: 'budget_exhausted', hub, message: refusalMessage(facts) }
}

/** Message for the person: the budget, its use, and when it resets. */
function refusalMessage({
  scope,
  subject,
  period,
  unit,
  used,
  held,
  limit,
  resetsAt,
}: Omit<BudgetRefusal, 'code' | 'hub' | 'message' | 'needs'>): string {
  const which = period === 'day' ? 'daily' : 'monthly'
  const whose = {
    hub: `The ${which} budget of this agent`,
    person: `Your ${which} budget for this agent`,
    task: `The ${which} budget of the task ${subject.replace(/^md:/, '')}`,
  }[scope]
  const tokens = unit === 'tokens' ? ' tokens' : ''
  const amounts = `${amountText(unit, used)} of ${amountText(unit, limit)}${tokens}`
  const anew = `It resets on ${dateText(resetsAt)} at 00:00 UTC.`
  if (used >= limit) return `${whose} is used up: ${amounts}. ${anew}`
  const under = held > 0 ? `, and ${amountText(unit, held)}${tokens} held for answers under way` : ''
  return `${whose} is too low for this request: ${amounts} used${under}. ${anew}`
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
