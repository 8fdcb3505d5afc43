import { useState } from 'react'
import type { PermissionCatalog } from '#core/access/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText, hasCode } from '../kit/api.ts'
import { DiffLines } from '../access/diff-lines.tsx'
import { hubs } from './messages.ts'
import { common } from '../kit/messages.ts'
import { countChanges, operationsOf, type Draft } from './draft.ts'
import type { useDraft } from './use-draft.ts'

export interface ReviewDialogProps {
  edits: ReturnType<typeof useDraft>
  catalog: PermissionCatalog
  onClose(): void
}

/** The edits in words, before they are applied. */
export function ReviewDialog({ edits, catalog, onClose }: ReviewDialogProps) {
  const { draft, apply } = edits
  const [end, setEnd] = useState('')
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
              <p className="truncate font-medium">{edit.name}</p>
              <DiffLines before={edit.before} after={edit.after} ends={edit.ends} catalog={catalog} />
              {edits.refusals.has(subject) && (
                <p role="alert" className="text-13 break-words text-danger">
                  {edits.refusals.get(subject)}
                </p>
              )}
            </li>
          ))}
        </ul>
        {gives(draft) && (
          <Field
            type="datetime-local"
            label={hubs.endsAt}
            hint={hubs.endsAtHint}
            value={end}
            min={localMinute(Date.now())}
            onChange={(event) => {
              setEnd(event.currentTarget.value)
              const at = Date.parse(event.currentTarget.value)
              edits.endAllAt(Number.isNaN(at) ? null : new Date(at).toISOString())
            }}
          />
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

const gives = ({ people }: Draft): boolean =>
  [...people.values()].some((edit) => operationsOf(edit).some(({ action }) => action === 'grant'))

/** A moment as a field for local times has it. */
const localMinute = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
