import type { Transaction } from 'kysely'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { JsonValue } from '#core/audit/canonical-json.ts'
import type { ConsoleCaller } from '#ground/api/console-app.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

export interface RecordDeps {
  store: Pick<Store, 'transaction'>
  clock: Pick<Clock, 'now'>
  accessChanges: Pick<AccessChanges, 'append'>
}

export interface AdministrationRequest {
  caller: Pick<ConsoleCaller, 'email'>
  requestId: string
}

export interface RecordedChange {
  action: string
  subject?: string | null
  before?: JsonValue
  after?: JsonValue
}

export type Record = (request: AdministrationRequest, change: RecordedChange) => Promise<void>

export const recorder =
  (deps: RecordDeps): Record =>
  (request, change) =>
    deps.store.transaction((tx) => recordIn(deps, tx, request, change))

/** Call it last in the transaction, because the ledger stays locked until the transaction ends. */
export const recordIn = (
  { clock, accessChanges }: Omit<RecordDeps, 'store'>,
  tx: Transaction<Tables>,
  { caller, requestId }: AdministrationRequest,
  { action, subject = null, before = null, after = null }: RecordedChange,
): Promise<void> =>
  accessChanges.append(tx, [
    {
      at: clock.now(),
      actor: caller.email,
      action,
      subject,
      hub: null,
      permission: null,
      before,
      after,
      reason: null,
      request: requestId,
      revision: null,
    },
  ])
