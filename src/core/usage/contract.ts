import { route } from '#ground/api/contract.ts'
import {
  BudgetChange,
  Budgets,
  BudgetsQuery,
  ModelUseList,
  ModelUseQuery,
  PersonBudgetList,
  PersonBudgetsQuery,
  Summary,
  SummaryQuery,
} from './schema.ts'

export const readSummary = route('get', '/summary', {
  summary: 'Usage of the caller’s Hubs over a period',
  level: 'admin',
  query: SummaryQuery,
  answer: Summary,
  refusals: ['outside_ceiling', 'not_found'],
})

export const listPersonBudgets = route('get', '/person-budgets', {
  summary: 'Budgets of a person on the caller’s Hubs',
  level: 'admin',
  query: PersonBudgetsQuery,
  answer: PersonBudgetList,
})

export const listModelUse = route('get', '/model-use', {
  summary: 'Models that the agents of a Hub used in the last 7 days',
  level: 'admin',
  query: ModelUseQuery,
  answer: ModelUseList,
  refusals: ['outside_ceiling', 'not_found'],
})

export const listBudgets = route('get', '/budgets', {
  summary: 'Budgets of a Hub and their usage',
  level: 'admin',
  query: BudgetsQuery,
  answer: Budgets,
  refusals: ['outside_ceiling', 'not_found'],
})

export const changeBudget = route('put', '/budgets', {
  summary: 'Set or remove a budget of a Hub',
  level: 'admin',
  body: BudgetChange,
  answer: Budgets,
  refusals: ['outside_ceiling', 'not_found'],
})
