import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import { newOrderedId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import { createBudgets, type BudgetCrossing, type Budgets } from '#core/usage/budgets/budgets.ts'
import { createUsageLedger, type UsageLedger } from '#core/usage/ledger.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import { taskOf } from '#core/usage/task.ts'
import type { BudgetConfig } from './config/budgets.ts'

export interface UsageParts {
  store: Store
  clock: Clock
  accessChanges: Pick<AccessChanges, 'append'>
  config: BudgetConfig
  onFailure?(error: unknown): void
  onCrossing?(crossing: BudgetCrossing): void
}

/** Usage of one Hub: its book, and the budgets that follow it. Closing writes what is left. */
export interface OpenUsage extends AsyncDisposable {
  readonly ledger: Pick<UsageLedger, 'record' | 'flush'>
  readonly budgets: Budgets
}

/** @throws BadConfiguration when the file of prices makes no sense. */
export async function openUsage({
  store,
  clock,
  accessChanges,
  config,
  onFailure,
  onCrossing,
}: UsageParts): Promise<OpenUsage> {
  const prices = await openPrices(config.pricesFile)
  const budgets = createBudgets({
    store,
    clock,
    prices,
    recordChange: (tx, change) => accessChanges.append(tx, [change]),
    onCrossing,
  })
  const ledger = createUsageLedger({
    store,
    newId: newOrderedId,
    prices,
    observer: budgets.observer,
    onFailure,
  })
  return { ledger, budgets, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() }
}

/** Counts an agent's turns against the budgets of its Hub while they run. */
export const spendingOn =
  (budgets: Budgets, hub: string) =>
  ({ runId, ...turn }: { email: string | null; runId: string | null; model: string; startedAt: number }) =>
    budgets.open({ ...turn, hub, task: taskOf(runId) })
