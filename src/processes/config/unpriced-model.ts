import type { ModelChoice } from '#ground/hub/model-choice.ts'
import { PRICE_REMEDY } from '#core/usage/budgets/refusal.ts'
import type { Prices } from '#core/usage/prices/table.ts'
import type { AgentConfig } from './agent.ts'
import type { BudgetConfig } from './budgets.ts'
import { usedModels } from './hub-models.ts'

export function unpricedModel(
  { budgets }: Pick<BudgetConfig, 'budgets'>,
  prices: Pick<Prices, 'isPriced'>,
  agent: Pick<AgentConfig, 'process' | 'models'>,
  fileModel: ModelChoice | null,
): { variable: string; message: string } | null {
  const budget = budgets.find(({ unit }) => unit === 'usd')
  const model = usedModels(agent, fileModel).find((id) => !prices.isPriced(id))
  if (!budget || model === undefined) return null
  const period = budget.period === 'day' ? 'DAILY' : 'MONTHLY'
  return {
    variable: `SVC_BUDGET_${budget.scope.toUpperCase()}_${period}_USD`,
    message: `cannot count the model ${model}, whose price is unknown: ${PRICE_REMEDY}`,
  }
}
