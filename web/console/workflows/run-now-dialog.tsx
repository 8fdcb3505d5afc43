import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Workflow, WorkflowInput } from '#features/work/runs/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { workflows } from './messages.ts'
import { useRunNow } from './queries.ts'

export function RunNowDialog({ workflow, onClose }: { workflow: Workflow; onClose(): void }) {
  const { id, hub, name, run_as, inputs } = workflow
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => defaultsOf(inputs))
  const run = useRunNow()
  const navigate = useNavigate()
  return (
    <Dialog open onClose={onClose} title={workflows.runTitle(name)} closeLabel={common.close}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          run.mutate(
            { hub, workflow: id, inputs: readFilledFields(inputs, values) },
            {
              onSuccess: ({ run_id }) => {
                onClose()
                void navigate({ to: '/runs/$slug/$id', params: { slug: hub, id: run_id } })
              },
            },
          )
        }}
      >
        <p className="text-muted">{workflows.runText(run_as)}</p>
        {inputs.map((input) => (
          <InputField
            key={input.name}
            input={input}
            value={values[input.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [input.name]: value }))}
          />
        ))}
        {run.error && <Notice kind="failure">{errorText(run.error)}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" busy={run.isPending}>
            {workflows.runVerb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface InputFieldProps {
  input: WorkflowInput
  value: string
  onChange(value: string): void
}

function InputField({ input: { name, type, description, required }, value, onChange }: InputFieldProps) {
  const label = required ? name : `${name} (${workflows.optional})`
  if (type === 'boolean')
    return (
      <SelectField
        label={description ? `${label}: ${description}` : label}
        value={value}
        required={required}
        options={[
          ...(required && value !== '' ? [] : [{ value: '', label: '–' }]),
          { value: 'true', label: workflows.yes },
          { value: 'false', label: workflows.no },
        ]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <Field
      label={label}
      {...(description ? { hint: description } : {})}
      required={required}
      inputMode={type === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const defaultsOf = (inputs: readonly WorkflowInput[]): Record<string, string> =>
  Object.fromEntries(inputs.map(({ name, default: value }) => [name, textOf(value)]))

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)

const readFilledFields = (
  inputs: readonly WorkflowInput[],
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(inputs.flatMap(({ name }) => (values[name] ? [[name, values[name]] as const] : [])))
