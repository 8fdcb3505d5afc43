import { Fragment, useId } from 'react'
import type { FieldProblem, QuestionField } from '#ground/turn/question/schema.ts'
import { CheckField } from '../check-field.tsx'
import { Field, FieldNote } from '../field.tsx'
import { SelectField } from '../select-field.tsx'
import { TextArea } from '../text-area.tsx'
import { question as texts } from './messages.ts'
import type { QuestionDraft } from './values.ts'

type Value = QuestionDraft[string]

export interface QuestionFieldsProps {
  fields: readonly QuestionField[]
  draft: QuestionDraft
  problems: readonly FieldProblem[]
  onChange(name: string, value: Value): void
}

export function QuestionFields({ fields, draft, problems, onChange }: QuestionFieldsProps) {
  const problemOf = ({ name }: QuestionField) => problems.find(({ field }) => field === name)
  const firstWrong = fields.find((field) => problemOf(field) !== undefined)
  return (
    <div className="flex flex-col gap-3">
      {fields.map((field) => (
        <Fragment key={field.name}>
          {field === firstWrong && <Invalid />}
          <OneField
            field={field}
            value={draft[field.name]}
            error={errorOf(problemOf(field))}
            onChange={(value) => onChange(field.name, value)}
          />
        </Fragment>
      ))}
      {problems.length > 0 && !firstWrong && <Invalid />}
    </div>
  )
}

const Invalid = () => (
  <p role="alert" className="text-13 text-danger">
    {texts.invalid}
  </p>
)

const errorOf = (problem: FieldProblem | undefined): string | null =>
  problem ? texts.problems[problem.problem](problem.limit ?? 0) : null

interface OneFieldProps<Kind extends QuestionField['kind'] = QuestionField['kind']> {
  field: Extract<QuestionField, { kind: Kind }>
  value: Value | undefined
  error: string | null
  onChange(value: Value): void
}

/** Fields that permit longer texts have several lines. */
const ONE_LINE_CHARS = 500

const INPUT_TYPES = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const

function OneField({ field, value, error, onChange }: OneFieldProps) {
  const label = field.isRequired || field.kind === 'boolean' ? field.title : texts.optional(field.title)
  const about = {
    label,
    name: field.name,
    error,
    required: field.isRequired,
    autoComplete: 'off',
    dir: 'auto' as const,
    ...(field.hint !== undefined && { hint: field.hint }),
  }
  const text = typeof value === 'string' ? value : ''
  switch (field.kind) {
    case 'text': {
      if (!field.format && field.maxLength > ONE_LINE_CHARS && (field.minLength ?? 0) > ONE_LINE_CHARS / 5)
        return (
          <TextArea
            {...about}
            rows={3}
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )
      const type = field.format ? INPUT_TYPES[field.format] : 'text'
      return (
        <Field {...about} type={type} value={text} onInput={(event) => onChange(event.currentTarget.value)} />
      )
    }
    case 'number':
      return (
        <Field
          {...about}
          type="text"
          inputMode={field.isWhole && (field.minimum ?? -1) >= 0 ? 'numeric' : 'text'}
          value={text}
          onInput={(event) => onChange(event.currentTarget.value.trim())}
        />
      )
    case 'boolean':
      return (
        <div data-invalid={error ? true : undefined}>
          <CheckField label={label} hint={field.hint} checked={value === true} onChange={onChange} />
          {error && <FieldNote id={`${field.name}-note`} text={error} isError />}
        </div>
      )
    case 'choice':
      return (
        <SelectField
          {...about}
          value={text}
          options={[
            ...(field.default === undefined || !field.isRequired ? [{ value: '', label: texts.choose }] : []),
            ...field.options.map(({ value, title }) => ({ value, label: title })),
          ]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'choices':
      return <Choices field={field} value={value} error={error} onChange={onChange} />
  }
}

function Choices({ field, value, error, onChange }: OneFieldProps<'choices'>) {
  const id = useId()
  const chosen = Array.isArray(value) ? (value as readonly string[]) : []
  const note = error ?? field.hint
  return (
    <fieldset
      aria-describedby={note ? `${id}-note` : undefined}
      aria-invalid={error ? true : undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      <legend className="text-13 font-medium">
        {field.isRequired ? field.title : texts.optional(field.title)}
      </legend>
      {field.options.map((option) => (
        <CheckField
          key={option.value}
          label={option.title}
          checked={chosen.includes(option.value)}
          onChange={(isChosen) =>
            onChange(
              field.options
                .map((one) => one.value)
                .filter((one) => (one === option.value ? isChosen : chosen.includes(one))),
            )
          }
        />
      ))}
      {note && <FieldNote id={`${id}-note`} text={note} isError={Boolean(error)} />}
    </fieldset>
  )
}
