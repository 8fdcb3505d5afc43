import { useState, type FormEvent } from 'react'
import type { PersonView } from '#features/people/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { people } from './messages.ts'
import { useDelete } from './mutations.ts'

export interface DeleteDialogProps {
  person: PersonView
  onClose(): void
  onDeleted?(): void
}

/** Requires typing the e-mail address, because a deletion is permanent. */
export function DeleteDialog({ person, onClose, onDeleted }: DeleteDialogProps) {
  const [typed, setTyped] = useState('')
  const { mutateAsync, error, isPending } = useDelete()
  const name = person.name ?? person.subject
  const isSure = typed.trim().toLowerCase() === person.subject
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSure) return
    // Not the callbacks of `mutate`: React Query skips them after this dialog has unmounted, and the reloaded data of
    // a deleted person unmount it.
    void mutateAsync(person.subject).then(
      () => {
        onClose()
        onDeleted?.()
      },
      () => {}, // ignored, because the dialog shows the error
    )
  }
  return (
    <Dialog open onClose={onClose} title={people.deleteTitle(name)} closeLabel={common.close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <Notice kind="failure">{errorText(error)}</Notice>}
        <p className="text-14 text-muted">{people.deleteText}</p>
        <Field
          label={people.deleteConfirm(person.subject)}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            look="danger"
            busy={isPending}
            disabled={!isSure}
            className="min-w-0 max-w-full"
          >
            <span className="truncate">{people.deleteAct(name)}</span>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
