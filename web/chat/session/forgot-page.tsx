import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../api/client.ts'
import { fields } from '../field-messages.ts'
import { CenteredPage } from './centered-page.tsx'
import { links } from './link-messages.ts'
import { useRequestReset } from './link-queries.ts'

export function ForgotPage({ name, onBack }: { name: string; onBack(): void }) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const request = useRequestReset()
  function submit(event: FormEvent) {
    event.preventDefault()
    const address = email.trim()
    const problem =
      address === '' ? fields.required(fields.email) : isAddress(address) ? null : fields.emailShape
    setError(problem)
    if (problem === null) request.mutate(address)
  }
  return (
    <CenteredPage
      title={links.forgotTitle}
      text={request.isSuccess ? undefined : links.forgotText}
      name={name}
    >
      {request.isSuccess ? (
        <div role="status" className="flex flex-col gap-2">
          <p className="text-14 break-words">{links.sent(request.variables)}</p>
          <p className="text-13 text-muted">{links.sentHint}</p>
        </div>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          {request.error && <Notice kind="failure">{errorText(request.error)}</Notice>}
          <Field
            label={fields.email}
            type="email"
            value={email}
            error={error}
            required
            ref={focusAtOnce}
            autoComplete="username"
            spellCheck={false}
            onChange={(event) => {
              setEmail(event.currentTarget.value)
              setError(null)
            }}
          />
          <Button type="submit" look="primary" busy={request.isPending} className="min-h-10">
            {links.sendLink}
          </Button>
        </form>
      )}
      <p className="mt-4 text-center">
        <Button look="link" className="text-13" onClick={onBack}>
          {links.backToSignIn}
        </Button>
      </p>
    </CenteredPage>
  )
}

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)
