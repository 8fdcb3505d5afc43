import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { common } from '../messages.ts'
import { chats as texts } from './messages.ts'

export interface RenameDialogProps {
  heading?: string
  title: string
  busy: boolean
  onClose(): void
  onRename(title: string): void
}

export function RenameDialog({
  heading = texts.renameTitle,
  title,
  busy,
  onClose,
  onRename,
}: RenameDialogProps) {
  const [draft, setDraft] = useState(title)
  const wanted = draft.trim()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (wanted) onRename(wanted)
  }
  return (
    <Dialog open onClose={onClose} title={heading} closeLabel={common.close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={texts.title}
          value={draft}
          maxLength={200}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!wanted}>
            {texts.rename}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
