import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { JsonValue } from '#core/audit/canonical-json.ts'
import type { ConsoleCaller } from '#ground/api/console-app.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

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
  ({ store, clock, accessChanges }: RecordDeps): Record =>
  ({ caller, requestId }, { action, subject = null, before = null, after = null }) =>
    store.transaction((tx) =>
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
      ]),
    )
