import { route } from '#ground/api/contract.ts'
import { BudgetChange, Budgets, BudgetsQuery, Summary, SummaryQuery } from './schema.ts'

export const readSummary = route('get', '/summary', {
  summary: 'Use of the caller’s Hubs over a period',
  level: 'admin',
  query: SummaryQuery,
  answer: Summary,
  refusals: ['outside_ceiling', 'not_found'],
})

export const listBudgets = route('get', '/budgets', {
  summary: 'Budgets of a Hub and how much of them is used',
  level: 'admin',
  query: BudgetsQuery,
  answer: Budgets,
  refusals: ['outside_ceiling', 'not_found'],
})

export const changeBudget = route('put', '/budgets', {
  summary: 'Set one budget of a Hub, or remove what was set',
  level: 'admin',
  body: BudgetChange,
  answer: Budgets,
  refusals: ['outside_ceiling', 'not_found'],
})
