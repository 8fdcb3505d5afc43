import type { Budget } from '#core/usage/schema.ts'
import { budgets } from './messages.ts'

const whole = new Intl.NumberFormat()
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' })
const fineDollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
})

/** Less than a cent shows what there is of it. */
export const money = (usd: number): string => (usd > 0 && usd < 0.01 ? fineDollars : dollars).format(usd)

export const count = (value: number): string => whole.format(value)

/** An amount in the unit of its budget. */
export const amountText = (unit: Budget['unit'], amount: number): string =>
  unit === 'usd' ? money(amount) : budgets.tokens(count(amount))

/** Subject of a budget. */
export const subjectText = ({ scope, subject }: Pick<Budget, 'scope' | 'subject'>): string => {
  if (scope === 'hub') return budgets.whole
  return subject ?? (scope === 'person' ? budgets.everybody : budgets.everyTask)
}
