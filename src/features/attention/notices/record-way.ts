import type { Transaction } from 'kysely'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { WayRow } from './letter-rows.ts'
import type { NoticeSendDeps } from './send.ts'
import { toWay } from './way-view.ts'

export interface RecordWayDeps {
  clock: Pick<Clock, 'now'>
  accessChanges: Pick<AccessChanges, 'append'>
}

interface RecordedAction {
  action: 'notices.way_add' | 'notices.way_remove' | 'notices.way_resume' | 'notices.way_pause'
  actor: string
  request: string | null
  reason?: string | null
}

/**
 * Call it last in the transaction, because the ledger stays locked until the transaction ends. The record omits the
 * path of a webhook's address, which may be secret.
 */
export function recordWay(
  { clock, accessChanges }: RecordWayDeps,
  tx: Transaction<Tables>,
  way: WayRow,
  { action, actor, request, reason = null }: RecordedAction,
): Promise<void> {
  const { kind, hub, channel, address } = toWay(way)
  const value = { kind, address, channel }
  return accessChanges.append(tx, [
    {
      at: clock.now(),
      actor,
      action,
      subject: way.email,
      hub,
      permission: null,
      before: action === 'notices.way_add' ? null : value,
      after: action === 'notices.way_remove' ? null : value,
      reason,
      request,
      revision: null,
    },
  ])
}

export const recordPauses = (deps: RecordWayDeps): Pick<NoticeSendDeps, 'onPaused'> => ({
  onPaused: (tx, way, reason) =>
    recordWay(deps, tx, way, { action: 'notices.way_pause', actor: 'system:notices', request: null, reason }),
})
