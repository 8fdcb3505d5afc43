import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { hubs } from './messages.ts'
import { common } from '../kit/messages.ts'
import { peopleQuery } from '../people/queries.ts'

const SUBJECT = /^(?:svc:[a-z0-9._-]+|[^\s@]+@[^\s@]+)$/

/** Choose whom to give access to: a known person, an address, or a service. */
export function AddPersonDialog(props: {
  onClose(): void
  onAdd(subject: string, name: string | null): void
}) {
  const { onClose, onAdd } = props
  const [text, setText] = useState('')
  const listId = useId()
  const q = useDeferredValue(text.trim())
  const { data } = useQuery({ ...peopleQuery({ q, limit: 8 }), enabled: q.length > 1 })
  const subject = text.trim().toLowerCase()
  const isSubject = SUBJECT.test(subject)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSubject) onAdd(subject, data?.items.find((person) => person.subject === subject)?.name ?? null)
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
        <Field
          label={hubs.subject}
          hint={hubs.subjectHint}
          value={text}
          list={listId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <datalist id={listId}>
          {data?.items.map((person) => (
            <option key={person.subject} value={person.subject}>
              {person.name ?? person.subject}
            </option>
          ))}
        </datalist>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" disabled={!isSubject}>
            {hubs.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
