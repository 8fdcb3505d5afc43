import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { RecordRunAction } from './run-actions.ts'

/** Inputs of runs are not recorded. */
export const recordRunActions =
  (accessChanges: Pick<AccessChanges, 'append'>): RecordRunAction =>
  (tx, { action, at, actor, hub, id, workflow, runAs, repeats }) =>
    accessChanges.append(tx, [
      {
        at,
        actor,
        action,
        subject: runAs,
        hub,
        permission: null,
        before: null,
        after: { run: id, workflow, ...(repeats !== undefined && { repeats }) },
        reason: null,
        request: null,
        revision: null,
      },
    ])
