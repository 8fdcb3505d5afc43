import type { Budget } from '#core/usage/schema.ts'
import { count, money } from '../kit/numbers.ts'
import { budgets } from './messages.ts'

export const amountText = (unit: Budget['unit'], amount: number): string =>
  unit === 'usd' ? money(amount) : budgets.tokens(count(amount))

export const subjectText = ({ scope, subject }: Pick<Budget, 'scope' | 'subject'>): string => {
  if (scope === 'hub') return budgets.whole
  return subject ?? (scope === 'person' ? budgets.everybody : budgets.everyTask)
}
