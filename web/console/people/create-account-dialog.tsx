import { useState, type FormEvent } from 'react'
import type { Me } from '#core/access/schema.ts'
import type { SignInMethod } from '#features/people/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { errorText, hasCode } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { people } from './messages.ts'
import { NewPassword } from './new-password.tsx'
import { FirstAccess, startingGrants } from './first-access.tsx'
import { useCreateAccount } from './mutations.ts'

export interface CreateAccountDialogProps {
  me: Me
  hub: string | undefined
  onClose(): void
  onCreated(subject: string): void
}

export function CreateAccountDialog({ me, hub, onClose, onCreated }: CreateAccountDialogProps) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const ways = me.sign_in ?? []
  const [signIn, setSignIn] = useState<SignInMethod>(ways[0] ?? 'password')
  const [password, setPassword] = useState('')
  const [grants, setGrants] = useState(() => startingGrants(me, hub))
  const { mutate, error, isPending } = useCreateAccount()
  function submit(event: FormEvent) {
    event.preventDefault()
    const form = { email: email.trim(), name: name.trim(), sign_in: signIn, grants }
    mutate(signIn === 'password' ? { ...form, password } : form, {
      onSuccess: () => onCreated(form.email.toLowerCase()),
    })
  }
  const isPartial = hasCode(error, 'partial')
  return (
    <Dialog
      open
      onClose={onClose}
      title={people.createTitle}
      description={people.createText}
      closeLabel={common.close}
      className="max-w-lg"
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && (
          <Notice
            kind={isPartial ? 'attention' : 'failure'}
            {...(isPartial ? { title: people.partial } : {})}
          >
            {errorText(error)} {isPartial && people.partialText}
          </Notice>
        )}
        <Field
          label={people.name}
          value={name}
          required
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Field
          label={people.email}
          type="email"
          value={email}
          required
          autoComplete="off"
          error={hasCode(error, 'duplicate_email') ? errorText(error) : null}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {ways.length > 1 && (
          <div className="flex flex-col items-start gap-1">
            <span className="text-13 font-medium">{people.signIn}</span>
            <Segmented<SignInMethod>
              label={people.signIn}
              value={signIn}
              options={ways.map((value) => ({ value, label: people.signIns[value] }))}
              onChange={setSignIn}
            />
          </div>
        )}
        {signIn === 'password' && <NewPassword value={password} onChange={setPassword} />}
        <FirstAccess me={me} grants={grants} onChange={setGrants} />
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex justify-end gap-2 rounded-b-l border-t border-line bg-raised px-5 py-3">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={isPending}>
            {isPartial ? people.finish : people.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
