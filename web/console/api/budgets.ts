import type { z } from 'zod'
import type { BudgetChange as BudgetChangeSchema, Budgets } from '#core/usage/schema.ts'
import { get, put } from './client.ts'

export type BudgetChange = z.input<typeof BudgetChangeSchema>

export const readBudgets = (hub: string, signal?: AbortSignal) => get<Budgets>('/budgets', { hub }, signal)

/** Set or remove one budget; the answer is all of the Hub's. */
export const changeBudget = (change: BudgetChange) => put<Budgets>('/budgets', change)
