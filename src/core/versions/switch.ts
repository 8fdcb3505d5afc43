import type { Transaction } from 'kysely'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Tables } from '#ground/store/tables.ts'

export interface SwitchDeps {
  hub: string
  accessChanges: Pick<AccessChanges, 'append'>
  clock: Pick<Clock, 'now'>
}

interface VersionSwitch {
  actor: string
  action: string
  before: number | null
  number: number
  /** Number of the version whose files were restored. */
  restores?: number
  note: string | null
  request: string | null
}

export const recordSwitch = (
  { hub, accessChanges, clock }: SwitchDeps,
  tx: Transaction<Tables>,
  { actor, action, before, number, restores, note, request }: VersionSwitch,
): Promise<void> =>
  accessChanges.append(tx, [
    {
      at: clock.now(),
      actor,
      action,
      subject: null,
      hub,
      permission: null,
      before: before === null ? null : { version: before },
      after: { version: number, ...(restores === undefined ? {} : { restores }) },
      reason: note,
      request,
      revision: null,
    },
  ])
