import { useState, type FormEvent } from 'react'
import type { Budget } from '#core/usage/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { PersonField } from '../kit/person-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../kit/api.ts'
import { choicesOf } from '../kit/filters.tsx'
import { budgets } from './messages.ts'
import { common } from '../kit/messages.ts'
import { useChangeBudget } from './queries.ts'

const texts = budgets.dialog

type Target = keyof typeof texts.scopes

const SCOPES = { hub: 'hub', everybody: 'person', person: 'person', everyTask: 'task', task: 'task' } as const

export interface BudgetDialogProps {
  hub: string
  budget: Budget | null
  onClose(): void
}

export function BudgetDialog({ hub, budget, onClose }: BudgetDialogProps) {
  const [form, setForm] = useState(() => formOf(budget))
  const { mutate, error, isPending } = useChangeBudget(hub)
  const set = (change: Partial<Form>) => setForm((before) => ({ ...before, ...change }))
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate(bodyOf(form), {
      onSuccess() {
        toast({ text: budgets.saved })
        onClose()
      },
    })
  }
  return (
    <Dialog open onClose={onClose} title={budget ? texts.edit : texts.new} closeLabel={common.close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <Notice kind="failure">{errorText(error)}</Notice>}
        <ForWhom form={form} isNew={budget === null} set={set} />
        {budget === null && (
          <div className="flex flex-wrap gap-4">
            <Choice
              label={texts.period}
              value={form.period}
              options={budgets.periods}
              onChange={(period) => set({ period })}
            />
            <Choice
              label={texts.unit}
              value={form.unit}
              options={budgets.units}
              onChange={(unit) => set({ unit })}
            />
          </div>
        )}
        <Limit form={form} set={set} />
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

interface Form extends Pick<Budget, 'period' | 'unit'> {
  target: Target
  subject: string
  limit: string
  lifted: boolean
}

const formOf = (budget: Budget | null): Form => ({
  target: targetOf(budget),
  subject: budget?.subject ?? '',
  period: budget?.period ?? 'month',
  unit: budget?.unit ?? 'usd',
  limit: budget?.limit?.toString() ?? '',
  lifted: budget !== null && budget.limit === null,
})

function targetOf(budget: Budget | null): Target {
  if (!budget || budget.scope === 'hub') return 'hub'
  if (budget.scope === 'person') return budget.subject === null ? 'everybody' : 'person'
  return budget.subject === null ? 'everyTask' : 'task'
}

const isNamed = ({ target }: Form): boolean => target === 'person' || target === 'task'

const bodyOf = (form: Form) => ({
  scope: SCOPES[form.target],
  subject: isNamed(form) ? form.subject : null,
  period: form.period,
  unit: form.unit,
  limit: form.lifted ? null : Number(form.limit),
})

interface PartProps {
  form: Form
  set(change: Partial<Form>): void
}

const ForWhom = ({ form, isNew, set }: PartProps & { isNew: boolean }) => (
  <>
    {isNew && (
      <SelectField
        label={texts.scope}
        value={form.target}
        options={Object.entries(texts.scopes).map(([value, label]) => ({ value, label }))}
        onChange={(event) => set({ target: event.currentTarget.value as Target })}
      />
    )}
    {form.target === 'person' && isNew && (
      <PersonField
        label={texts.person}
        value={form.subject}
        required
        onChange={(subject) => set({ subject })}
      />
    )}
    {isNamed(form) && !(form.target === 'person' && isNew) && (
      <Field
        label={form.target === 'person' ? texts.person : texts.task}
        {...(form.target === 'task' ? { hint: texts.taskHint } : {})}
        value={form.subject}
        readOnly={!isNew}
        required
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set({ subject: event.currentTarget.value })}
      />
    )}
  </>
)

const Limit = ({ form: { unit, limit, lifted }, set }: PartProps) => (
  <>
    <Field
      label={`${texts.limit} (${budgets.units[unit]})`}
      type="number"
      inputMode={unit === 'usd' ? 'decimal' : 'numeric'}
      min={unit === 'usd' ? 0.01 : 1}
      step={unit === 'usd' ? 'any' : 1}
      value={lifted ? '' : limit}
      required={!lifted}
      disabled={lifted}
      onChange={(event) => set({ limit: event.currentTarget.value })}
    />
    <CheckField
      label={texts.lift}
      hint={texts.liftHint}
      checked={lifted}
      onChange={(lifted) => set({ lifted })}
    />
  </>
)

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
      options={choicesOf(options).map(([value, label]) => ({ value, label }))}
      onChange={onChange}
    />
  </div>
)
