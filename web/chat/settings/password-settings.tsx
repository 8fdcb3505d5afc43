import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { updatePassword } from '#chatapp/accounts/sessions/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { fields } from '../field-messages.ts'
import { common } from '../messages.ts'
import { settings } from './messages.ts'

export function PasswordSettings() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [tooShort, setTooShort] = useState(false)
  const change = useMutation({
    mutationFn: () => call(updatePassword, { body: { password: current, new_password: next } }),
    onSuccess: () => {
      setCurrent('')
      setNext('')
      toast({ text: settings.passwordChanged })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const short = [...next].length < 8
    setTooShort(short)
    if (!short) change.mutate()
  }
  const eye = { show: common.showPassword, hide: common.hidePassword }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {change.error && <Notice kind="failure">{errorText(change.error)}</Notice>}
      <PasswordField
        label={settings.currentPassword}
        value={current}
        autoComplete="current-password"
        texts={eye}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <PasswordField
        label={settings.newPassword}
        value={next}
        autoComplete="new-password"
        hint={fields.passwordHint}
        error={tooShort ? fields.passwordTooShort : null}
        texts={eye}
        onChange={(event) => {
          setNext(event.currentTarget.value)
          setTooShort(false)
        }}
      />
      <div>
        <Button type="submit" look="primary" busy={change.isPending} disabled={!current || !next}>
          {settings.changePassword}
        </Button>
      </div>
    </form>
  )
}
