import type { PermissionCatalog } from '#core/access/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText, hasCode } from '../kit/api.ts'
import { DiffLines } from '../access/diff-lines.tsx'
import { common } from '../kit/messages.ts'
import { countChanges, endsOf, grantsPermission } from './draft.ts'
import { EndField } from './end-field.tsx'
import { hubs } from './messages.ts'
import type { useDraft } from './use-draft.ts'

export interface ReviewDialogProps {
  edits: ReturnType<typeof useDraft>
  catalog: PermissionCatalog
  onClose(): void
}

export function ReviewDialog({ edits, catalog, onClose }: ReviewDialogProps) {
  const { draft, apply } = edits
  const count = countChanges(draft)
  const failure = apply.error && !hasCode(apply.error, 'revision_conflict') ? apply.error : null
  return (
    <Dialog
      open
      onClose={onClose}
      title={hubs.reviewTitle}
      description={hubs.reviewText(draft.revision ?? 0)}
      closeLabel={common.close}
      className="max-w-lg"
    >
      <div className="flex flex-col gap-4">
        {failure && <Notice kind="failure">{errorText(failure)}</Notice>}
        <ul className="flex max-h-[50dvh] flex-col gap-3 overflow-y-auto">
          {[...draft.people].map(([subject, edit]) => (
            <li key={subject} className="min-w-0">
              <p dir="auto" className="truncate font-medium">
                {edit.name}
              </p>
              <DiffLines
                before={edit.before}
                after={edit.after}
                ends={endsOf(edit, draft.end)}
                catalog={catalog}
              />
              {edits.refusals.has(subject) && (
                <p role="alert" className="text-13 break-words text-danger">
                  {edits.refusals.get(subject)}
                </p>
              )}
            </li>
          ))}
        </ul>
        {grantsPermission(draft) && (
          <EndField hint={hubs.endsAtHint} value={draft.end} onChange={edits.endAllAt} />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{hubs.keepEditing}</Button>
          <Button look="primary" busy={apply.isPending} onClick={() => apply.mutate(draft)}>
            {hubs.apply(count)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
