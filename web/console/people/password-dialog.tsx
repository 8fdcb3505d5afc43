import { useState, type FormEvent } from 'react'
import type { PersonView } from '#features/people/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { people } from './messages.ts'
import { NewPassword } from './new-password.tsx'
import { usePassword } from './mutations.ts'

export function PasswordDialog({ person, onClose }: { person: PersonView; onClose(): void }) {
  const [password, setPassword] = useState('')
  const change = usePassword()
  function submit(event: FormEvent) {
    event.preventDefault()
    change.mutate({ subject: person.subject, password }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={people.passwordTitle(person.name ?? person.subject)}
      closeLabel={common.close}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {change.error && <Notice kind="failure">{errorText(change.error)}</Notice>}
        <p className="text-14 text-muted">{people.passwordText}</p>
        <NewPassword value={password} onChange={setPassword} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={change.isPending} disabled={!password}>
            {people.setPassword}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
