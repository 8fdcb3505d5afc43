import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { parseEnvironment, wholeVariable, type Environment } from '#ground/base/environment.ts'
import type { BudgetKey } from '#core/usage/budgets/limit.ts'

const usd = (description: string) =>
  z.coerce
    .number('expected US dollars')
    .min(0.000001, 'expected a number greater than 0')
    .max(1_000_000)
    .optional()
    .describe(description)

const tokens = (description: string) =>
  wholeVariable({ min: 1, max: 1_000_000_000_000 }).optional().describe(description)

export const BudgetVariables = z.object({
  SVC_PRICES_FILE: z
    .string()
    .optional()
    .describe('JSON file with prices, which take precedence over the release’s prices'),
  SVC_UNPRICED_MODEL_USD: z.coerce
    .number('expected US dollars per million tokens')
    .positive('expected a number greater than 0')
    .max(1_000_000)
    .optional()
    .describe(
      'Assumed upper price of models without a price, in US dollars per million tokens; default: dollar budgets refuse these models',
    ),
  SVC_BUDGET_HUB_MONTHLY_USD: usd('Monthly budget of the Hub in US dollars (calendar months, UTC)'),
  SVC_BUDGET_HUB_DAILY_USD: usd('Daily budget of the Hub in US dollars (UTC)'),
  SVC_BUDGET_HUB_MONTHLY_TOKENS: tokens('Monthly budget of the Hub in input and output tokens'),
  SVC_BUDGET_HUB_DAILY_TOKENS: tokens('Daily budget of the Hub in tokens'),
  SVC_BUDGET_PERSON_MONTHLY_USD: usd('Monthly budget of each person in US dollars'),
  SVC_BUDGET_PERSON_DAILY_USD: usd('Daily budget of each person in US dollars'),
  SVC_BUDGET_PERSON_MONTHLY_TOKENS: tokens('Monthly budget of each person in tokens'),
  SVC_BUDGET_PERSON_DAILY_TOKENS: tokens('Daily budget of each person in tokens'),
  SVC_BUDGET_TASK_MONTHLY_USD: usd('Monthly budget of each task in US dollars'),
  SVC_BUDGET_TASK_DAILY_USD: usd('Daily budget of each task in US dollars'),
  SVC_BUDGET_TASK_MONTHLY_TOKENS: tokens('Monthly budget of each task in tokens'),
  SVC_BUDGET_TASK_DAILY_TOKENS: tokens('Daily budget of each task in tokens'),
})

export interface BudgetConfig {
  /** Absolute path, or null. */
  pricesFile: string | null
  /** Assumed upper price of models without a price, in US dollars per million tokens; null if unset. */
  upperUsd: number | null
  /** Amounts in micro-dollars or tokens. A budget for people or tasks applies to each person or task. */
  budgets: readonly (BudgetKey & { amount: number })[]
}

export function readBudgetConfig(environment: Environment, hubFolder: string): BudgetConfig {
  const env = parseEnvironment(BudgetVariables, environment)
  const file = env.SVC_PRICES_FILE
  const budgets: (BudgetKey & { amount: number })[] = []
  for (const [scope, SCOPE] of [
    ['hub', 'HUB'],
    ['person', 'PERSON'],
    ['task', 'TASK'],
  ] as const)
    for (const [period, PERIOD] of [
      ['day', 'DAILY'],
      ['month', 'MONTHLY'],
    ] as const)
      for (const [unit, UNIT] of [
        ['usd', 'USD'],
        ['tokens', 'TOKENS'],
      ] as const) {
        const amount = env[`SVC_BUDGET_${SCOPE}_${PERIOD}_${UNIT}`]
        if (amount === undefined) continue
        const key = { scope, subject: '', period, unit }
        budgets.push({ ...key, amount: unit === 'usd' ? Math.round(amount * 1_000_000) : amount })
      }
  return {
    pricesFile: file === undefined ? null : isAbsolute(file) ? file : join(hubFolder, file),
    upperUsd: env.SVC_UNPRICED_MODEL_USD ?? null,
    budgets,
  }
}
