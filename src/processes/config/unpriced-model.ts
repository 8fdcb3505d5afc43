import { OFFLINE_MODEL } from '#core/agent/model/offline.ts'
import { processModelId } from '#agent-process/settings/command.ts'
import { PRICE_REMEDY } from '#core/usage/budgets/refusal.ts'
import type { Prices } from '#core/usage/prices/table.ts'
import type { AgentConfig } from './agent.ts'
import type { BudgetConfig } from './budgets.ts'

export function unpricedModel(
  { budgets }: Pick<BudgetConfig, 'budgets'>,
  prices: Pick<Prices, 'isPriced'>,
  agent: Pick<AgentConfig, 'process' | 'model'>,
  fileModel: string | null,
): { variable: string; message: string } | null {
  const budget = budgets.find(({ unit }) => unit === 'usd')
  const model = modelIn(agent, fileModel)
  if (!budget || prices.isPriced(model)) return null
  const period = budget.period === 'day' ? 'DAILY' : 'MONTHLY'
  return {
    variable: `SVC_BUDGET_${budget.scope.toUpperCase()}_${period}_USD`,
    message: `cannot count the model ${model}, whose price is unknown: ${PRICE_REMEDY}`,
  }
}

const modelIn = ({ process, model }: Pick<AgentConfig, 'process' | 'model'>, fileModel: string | null) => {
  if (process) return processModelId(process.command)
  return fileModel ?? (model ? `${model.provider}/${model.name}` : OFFLINE_MODEL)
}
