import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { errorText } from '../api/client.ts'
import { fields } from '../field-messages.ts'
import { common } from '../messages.ts'
import { session } from './messages.ts'
import { useSignIn, useSignUp } from './entering.ts'
import { entryErrors, type SignInEntry, type EntryErrors } from './rules.ts'

export interface EntryFormProps {
  signingUp: boolean
  problem: string | undefined
  onEntered(): void
  /** Called if the password was right and a second factor is required. */
  onStep(stepToken: string): void
}

export function EntryForm({ signingUp, problem, onEntered, onStep }: EntryFormProps) {
  const [entry, setEntry] = useState<SignInEntry>({ name: '', email: '', password: '' })
  const [errors, setErrors] = useState<EntryErrors>({})
  const signIn = useSignIn()
  const signUp = useSignUp()
  const enter = signingUp ? signUp : signIn
  const shown = enter.error ? errorText(enter.error) : enter.isIdle && problem

  const field = (name: keyof SignInEntry) => ({
    name,
    value: entry[name],
    error: errors[name] ?? null,
    required: true,
    onChange: (event: { currentTarget: { value: string } }) => {
      setEntry({ ...entry, [name]: event.currentTarget.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = entryErrors(entry, signingUp)
    setErrors(found)
    const wrong = Object.keys(found)[0]
    if (wrong) return (event.currentTarget.elements.namedItem(wrong) as HTMLInputElement | null)?.focus()
    const form = { name: entry.name.trim(), email: entry.email.trim(), password: entry.password }
    enter.mutate(form, {
      onSuccess: (entered) => ('step' in entered ? onStep(entered.step_token) : onEntered()),
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {shown && <Notice kind="failure">{shown}</Notice>}
      {signingUp && (
        <Field
          {...field('name')}
          {...first(signingUp)}
          label={fields.name}
          autoComplete="name"
          maxLength={100}
        />
      )}
      <Field
        {...field('email')}
        {...first(!signingUp)}
        label={fields.email}
        type="email"
        autoComplete={signingUp ? 'username' : 'username webauthn'}
        spellCheck={false}
      />
      <PasswordField
        {...field('password')}
        label={fields.password}
        hint={signingUp ? fields.passwordHint : undefined}
        autoComplete={signingUp ? 'new-password' : 'current-password'}
        texts={{ show: common.showPassword, hide: common.hidePassword }}
      />
      <Button type="submit" look="primary" busy={enter.isPending || enter.isSuccess} className="min-h-10">
        {signingUp ? session.createAccount : session.signIn}
      </Button>
    </form>
  )
}

/** On touch screens, focus would open a keyboard. */
const first = (isFirst: boolean) =>
  isFirst && !matchMedia('(pointer: coarse)').matches ? { ref: focusAtOnce } : {}
