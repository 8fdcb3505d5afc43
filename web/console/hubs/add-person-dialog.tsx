import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { hubs } from './messages.ts'
import { common } from '../kit/messages.ts'
import { isSubject, PersonField } from '../kit/person-field.tsx'
import { useFoundPeople } from '../kit/person-options.tsx'

export function AddPersonDialog(props: {
  onClose(): void
  onAdd(subject: string, name: string | null): void
}) {
  const { onClose, onAdd } = props
  const [text, setText] = useState('')
  const found = useFoundPeople(text)
  const subject = text.trim().toLowerCase()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSubject(subject)) onAdd(subject, found.find((person) => person.subject === subject)?.name ?? null)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={hubs.addPerson}
      description={hubs.addPersonText}
      closeLabel={common.close}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <PersonField label={hubs.subject} hint={hubs.subjectHint} value={text} onChange={setText} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" disabled={!isSubject(subject)}>
            {hubs.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
