import { useState, type FormEvent } from 'react'
import { cx } from '../cx.ts'
import { Button } from '../button.tsx'
import { TextArea } from '../text-area.tsx'
import { changeRequest as texts } from './messages.ts'
import { hintOf, readField, type DescribedField } from './read-field.ts'

export interface EditFieldsProps {
  input: unknown
  schema: unknown
  secretFields: readonly string[]
  isBusy: boolean
  onSave(input: Record<string, unknown>): void
  onBack(): void
}

/** A field for each argument. Texts are edited as text, other values as JSON. */
export function EditFields({ input, schema, secretFields, isBusy, onSave, onBack }: EditFieldsProps) {
  const given = (input ?? {}) as Record<string, unknown>
  const { properties: described = {}, required = [] } = (schema ?? {}) as DescribedInput
  const names = [...new Set([...Object.keys(given), ...Object.keys(described)])]
  const isText = (name: string) =>
    name in given
      ? typeof given[name] === 'string'
      : described[name]?.type === 'string' || isOfTexts(described[name])
  const [draft, setDraft] = useState<Record<string, string>>(() =>
    Object.fromEntries(names.map((name) => [name, name in given ? written(given[name]) : ''])),
  )
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map())

  function save(event: FormEvent) {
    event.preventDefault()
    const values: Record<string, unknown> = {}
    const problems = new Map<string, string>()
    for (const name of names) {
      const text = draft[name]!
      if (text === '' && !(isText(name) && name in given)) {
        if (required.includes(name)) problems.set(name, texts.wrong.required)
        continue
      }
      const read = readField(text, described[name] ?? {}, isText(name))
      if (read.problem === null) values[name] = read.value
      else problems.set(name, read.problem)
    }
    setWrong(problems)
    if (problems.size === 0) onSave(values)
  }
  return (
    <form noValidate autoComplete="off" onSubmit={save} className="flex flex-col gap-3">
      {names.map((name, index) => (
        <TextArea
          key={name}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person just opened this form
          autoFocus={index === 0}
          label={name}
          {...hinted(hintOf(described[name] ?? {}, isText(name)))}
          error={wrong.get(name) ?? null}
          code={!isText(name)}
          className={cx(secretFields.includes(name) && '[&_textarea]:[-webkit-text-security:disc]')}
          rows={Math.min(8, draft[name]!.split('\n').length)}
          dir={isText(name) ? 'auto' : 'ltr'}
          value={draft[name]}
          onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={isBusy}>
          {texts.save}
        </Button>
        <Button disabled={isBusy} onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </form>
  )
}

interface DescribedInput {
  properties?: Readonly<Record<string, DescribedField>>
  required?: readonly string[]
}

const isOfTexts = (about: DescribedField | undefined): boolean =>
  about?.enum?.every((value) => typeof value === 'string') ?? false

const written = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

const hinted = (hint: string | undefined) => (hint === undefined ? {} : { hint })
