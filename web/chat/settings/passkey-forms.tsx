import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { common } from '../messages.ts'
import { passkeyTexts as texts } from './passkey-messages.ts'

/** The server's limit in characters. */
const MAX_NAME_LENGTH = 100

export interface PasskeyFormProps {
  busy: boolean
  onSubmit(form: { password: string; name: string }): void
  onCancel(): void
}

export function PasskeyForm({ busy, onSubmit, onCancel }: PasskeyFormProps) {
  const [form, setForm] = useState({ password: '', name: '' })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (form.password !== '') onSubmit(form)
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4 rounded-l border border-line bg-sunken p-4"
    >
      <PasswordField
        label={texts.password}
        value={form.password}
        ref={focusAtOnce}
        autoComplete="current-password"
        texts={{ show: common.showPassword, hide: common.hidePassword }}
        onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
      />
      <Field
        label={texts.name}
        hint={texts.nameHint}
        value={form.name}
        dir="auto"
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy} disabled={form.password === ''}>
          {texts.next}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}

export interface PasskeyNameFormProps {
  name: string
  onSubmit(name: string): void
  onCancel(): void
}

export function PasskeyNameForm({ name, onSubmit, onCancel }: PasskeyNameFormProps) {
  const [next, setNext] = useState(name)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (next.trim() !== '') onSubmit(next.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="flex min-w-0 flex-1 flex-wrap items-end gap-2 pe-2">
      <Field
        label={texts.name}
        value={next}
        ref={focusAtOnce}
        dir="auto"
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        className="min-w-40 flex-1"
        onChange={(event) => setNext(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" disabled={next.trim() === ''} className="min-h-10">
        {common.save}
      </Button>
      <Button look="quiet" onClick={onCancel} className="min-h-10">
        {common.cancel}
      </Button>
    </form>
  )
}
