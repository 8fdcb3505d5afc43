import { join } from 'node:path'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import { newOrderedId } from '#ground/base/ids.ts'
import { createPendingRecords } from '#ground/base/record-folder.ts'
import type { ModelTable } from '#ground/model-table/table.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import type { Store } from '#ground/store/store.ts'
import { createBudgets, type BudgetCrossing, type Budgets } from './budgets/budgets.ts'
import { createUsageLedger, type UsageLedger } from './ledger.ts'
import { openPrices, type Prices } from './prices/table.ts'
import { taskOf } from './task.ts'
import { TurnRow } from './turn-row.ts'

export interface UsageDeps {
  store: Store
  folder: string
  clock: Clock
  accessChanges: Pick<AccessChanges, 'append'>
  instance: string | null
  /** Absolute path; if null, only the prices of this release apply. */
  pricesFile: string | null
  /** Assumed price of a model without a price, in US dollars per million tokens; null for none. */
  upperUsd: number | null
  /** Default: the model table of this release. */
  currentTable?: (() => ModelTable) | undefined
  onFailure?(error: unknown): void
  onUnreadable?(path: string): void
  onCrossing?(crossing: BudgetCrossing): void
}

export interface OpenUsage extends AsyncDisposable {
  readonly ledger: Pick<UsageLedger, 'record' | 'flush'>
  readonly budgets: Budgets
  readonly prices: Prices
}

const MAX_FILE_BYTES = 16 * 1024 * 1024

/** @throws BadConfiguration when the price file is invalid. */
export async function openUsage({
  store,
  folder,
  clock,
  accessChanges,
  instance,
  pricesFile,
  upperUsd,
  currentTable,
  onFailure = () => {},
  onUnreadable = () => {},
  onCrossing,
}: UsageDeps): Promise<OpenUsage> {
  const prices = await openPrices(pricesFile, upperUsd, currentTable)
  const budgets = createBudgets({
    store,
    clock,
    prices,
    instance,
    recordChange: (tx, change) => accessChanges.append(tx, [change]),
    onCrossing,
  })
  const fallback = createPendingRecords({
    folder: join(folder, 'usage'),
    maxBytes: MAX_FILE_BYTES,
    parse: (value) => TurnRow.parse(value),
    onUnreadable,
  })
  const ledger = createUsageLedger({
    store,
    newId: newOrderedId,
    prices,
    observer: budgets.observer,
    onFailure(error) {
      if (!isStoreUnavailable(error)) onFailure(error)
    },
    fallback,
    recovered: (await fallback.read()).map(([, row]) => row),
  })
  return { ledger, budgets, prices, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() }
}

export const spendingOn =
  (budgets: Budgets, hub: string) =>
  ({
    runId,
    ...turn
  }: {
    email: string | null
    runId: string | null
    models: readonly string[]
    startedAt: number
  }) =>
    budgets.open({ ...turn, hub, task: taskOf(runId) })
