import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { RecordRunAct } from '#features/work/runs/acts.ts'

/** Who started or cancelled which run, and as whom it acts, stands in the ledger of access changes. Inputs do not. */
export const recordRunActs =
  (accessChanges: Pick<AccessChanges, 'append'>): RecordRunAct =>
  (tx, { action, at, actor, hub, id, workflow, runAs }) =>
    accessChanges.append(tx, [
      {
        at,
        actor,
        action,
        subject: runAs,
        hub,
        permission: null,
        before: null,
        after: { run: id, workflow },
        reason: null,
        request: null,
        revision: null,
      },
    ])
