import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../api/client.ts'
import { session } from './messages.ts'
import { useSecondFactor } from './entering.ts'

export interface SecondStepProps {
  stepToken: string
  onEntered(): void
  onBack(): void
}

export function SecondStep({ stepToken, onEntered, onBack }: SecondStepProps) {
  const [code, setCode] = useState('')
  const enter = useSecondFactor()
  function submit(event: FormEvent) {
    event.preventDefault()
    enter.mutate({ step_token: stepToken, code: code.trim() }, { onSuccess: onEntered })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {enter.error && <Notice kind="failure">{errorText(enter.error)}</Notice>}
      <Field
        label={session.code}
        hint={session.codeHint}
        value={code}
        ref={focusAtOnce}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button
        type="submit"
        look="primary"
        busy={enter.isPending || enter.isSuccess}
        disabled={code.trim() === ''}
        className="min-h-10"
      >
        {session.signIn}
      </Button>
      <Button look="link" onClick={onBack} className="self-center">
        {session.back}
      </Button>
    </form>
  )
}
