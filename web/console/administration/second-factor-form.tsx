import { useState, type FormEvent } from 'react'
import type { SecondFactorRule } from '#features/administration/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../kit/api.ts'
import { administration, secondFactor } from './messages.ts'
import { useSecondFactorRule } from './queries.ts'

export function SecondFactorForm({ rule }: { rule: SecondFactorRule }) {
  const [isOn, setIsOn] = useState(rule.is_on)
  const { mutate, error, isPending } = useSecondFactorRule()
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate({ is_on: isOn })
  }
  return (
    <form
      aria-labelledby="second-factor-form"
      onSubmit={submit}
      className="flex flex-col items-start gap-4 rounded-l border border-line bg-raised p-4"
    >
      <div>
        <h2 id="second-factor-form" className="text-16 font-semibold">
          {secondFactor.title}
        </h2>
        <p className="max-w-prose text-13 text-muted">{secondFactor.text}</p>
      </div>
      {error && <Notice kind="failure">{errorText(error)}</Notice>}
      <CheckField
        label={secondFactor.required}
        hint={rule.locked_by ? secondFactor.locked(rule.locked_by) : undefined}
        checked={isOn}
        disabled={rule.locked_by !== null}
        onChange={setIsOn}
      />
      {rule.locked_by === null && (
        <Button type="submit" look="primary" busy={isPending}>
          {administration.save}
        </Button>
      )}
    </form>
  )
}
