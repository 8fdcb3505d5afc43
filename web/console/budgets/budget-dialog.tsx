import { useState, type FormEvent } from 'react'
import type { Budget } from '#core/usage/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../kit/api.ts'
import { budgets } from './messages.ts'
import { common } from '../kit/messages.ts'
import { useChangeBudget } from './queries.ts'

const texts = budgets.dialog

type Period = Budget['period']
type Unit = Budget['unit']
/** Whom a budget is for, as one chooses it. */
type Target = keyof typeof texts.scopes

const SCOPES = { hub: 'hub', everybody: 'person', person: 'person', everyTask: 'task', task: 'task' } as const

export interface BudgetDialogProps {
  hub: string
  /** The one to change; null to set another. */
  budget: Budget | null
  onClose(): void
}

export function BudgetDialog({ hub, budget, onClose }: BudgetDialogProps) {
  const [target, setTarget] = useState<Target>(targetOf(budget))
  const [subject, setSubject] = useState(budget?.subject ?? '')
  const [period, setPeriod] = useState<Period>(budget?.period ?? 'month')
  const [unit, setUnit] = useState<Unit>(budget?.unit ?? 'usd')
  const [limit, setLimit] = useState(budget?.limit?.toString() ?? '')
  const [lifted, setLifted] = useState(budget !== null && budget.limit === null)
  const { mutate, error, isPending } = useChangeBudget(hub)
  const isNamed = target === 'person' || target === 'task'

  function submit(event: FormEvent) {
    event.preventDefault()
    mutate(
      {
        scope: SCOPES[target],
        subject: isNamed ? subject : null,
        period,
        unit,
        limit: lifted ? null : Number(limit),
      },
      {
        onSuccess() {
          toast({ text: budgets.saved })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog open onClose={onClose} title={budget ? texts.edit : texts.new} closeLabel={common.close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <Notice kind="failure">{errorText(error)}</Notice>}
        {budget === null && (
          <SelectField
            label={texts.scope}
            value={target}
            options={Object.entries(texts.scopes).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setTarget(event.currentTarget.value as Target)}
          />
        )}
        {isNamed && (
          <Field
            label={target === 'person' ? texts.person : texts.task}
            {...(target === 'task' ? { hint: texts.taskHint } : {})}
            value={subject}
            readOnly={budget !== null}
            required
            maxLength={256}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setSubject(event.currentTarget.value)}
          />
        )}
        {budget === null && (
          <div className="flex flex-wrap gap-4">
            <Choice<Period>
              label={texts.period}
              value={period}
              options={budgets.periods}
              onChange={setPeriod}
            />
            <Choice<Unit> label={texts.unit} value={unit} options={budgets.units} onChange={setUnit} />
          </div>
        )}
        <Field
          label={`${texts.limit} (${budgets.units[unit]})`}
          type="number"
          inputMode={unit === 'usd' ? 'decimal' : 'numeric'}
          min={unit === 'usd' ? 0.01 : 1}
          step={unit === 'usd' ? 'any' : 1}
          value={lifted ? '' : limit}
          required={!lifted}
          disabled={lifted}
          onChange={(event) => setLimit(event.currentTarget.value)}
        />
        <CheckField label={texts.lift} hint={texts.liftHint} checked={lifted} onChange={setLifted} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={isPending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: Readonly<Record<Value, string>>
  onChange(value: Value): void
}

const Choice = <Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) => (
  <div className="flex flex-col items-start gap-1">
    <span className="text-13 font-medium">{label}</span>
    <Segmented<Value>
      label={label}
      value={value}
      options={(Object.entries(options) as [Value, string][]).map(([one, text]) => ({
        value: one,
        label: text,
      }))}
      onChange={onChange}
    />
  </div>
)

function targetOf(budget: Budget | null): Target {
  if (!budget || budget.scope === 'hub') return 'hub'
  if (budget.scope === 'person') return budget.subject === null ? 'everybody' : 'person'
  return budget.subject === null ? 'everyTask' : 'task'
}
