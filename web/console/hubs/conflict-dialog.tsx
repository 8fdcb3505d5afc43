import type { PermissionCatalog } from '#core/access/schema.ts'
import { listed } from '../../ui/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DiffLines } from '../access/diff-lines.tsx'
import { diff } from '../access/messages.ts'
import { hubs } from './messages.ts'
import { common } from '../kit/messages.ts'
import { permissionLabel } from '../access/permissions.tsx'
import { endsOf, rebase } from './draft.ts'
import type { Conflict, useDraft } from './use-draft.ts'

export interface ConflictDialogProps {
  edits: ReturnType<typeof useDraft>
  conflict: Conflict
  catalog: PermissionCatalog
  onClose(): void
}

export function ConflictDialog({ edits, conflict, catalog, onClose }: ConflictDialogProps) {
  const { draft, setDraft, apply, clearConflict, discard } = edits
  const merged = rebase(draft, conflict.revision, conflict.held)
  function applyMerged() {
    clearConflict()
    setDraft(merged)
    if (merged.people.size > 0) apply.mutate(merged)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={hubs.conflict}
      description={hubs.conflictText(draft.revision ?? 0, conflict.revision)}
      closeLabel={common.close}
      className="max-w-2xl"
    >
      <div className="flex flex-col gap-4">
        <ul className="flex flex-col gap-4">
          {[...draft.people].map(([subject, edit]) => {
            const held = conflict.held.get(subject) ?? []
            const result = merged.people.get(subject)?.after ?? held
            return (
              <li key={subject} className="rounded-m border border-line p-3">
                <p dir="auto" className="mb-2 truncate font-medium">
                  {edit.name}
                </p>
                <div className="grid gap-3 sm:grid-cols-2">
                  <div>
                    <h3 className="text-12 text-faint">{hubs.theirs}</h3>
                    <DiffLines before={edit.before} after={held} catalog={catalog} />
                  </div>
                  <div>
                    <h3 className="text-12 text-faint">{hubs.mine}</h3>
                    <DiffLines
                      before={edit.before}
                      after={edit.after}
                      ends={endsOf(edit, draft.end)}
                      catalog={catalog}
                    />
                  </div>
                </div>
                <p className="mt-2 border-t border-line pt-2 text-13 text-muted">
                  {hubs.afterBoth}{' '}
                  {result.length > 0
                    ? listed(result.map((permission) => permissionLabel(permission, catalog)))
                    : diff.none}
                </p>
              </li>
            )
          })}
        </ul>
        {merged.people.size === 0 && <Notice kind="info">{hubs.alreadyDone}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={discard}>{hubs.discardMine}</Button>
          <Button look="primary" busy={apply.isPending} onClick={applyMerged}>
            {merged.people.size === 0 ? hubs.goOn : hubs.applyMine}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
