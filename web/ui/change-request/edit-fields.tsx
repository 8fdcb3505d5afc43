import { useState, type FormEvent } from 'react'
import { cx } from '../cx.ts'
import { Button } from '../button.tsx'
import { TextArea } from '../text-area.tsx'
import { changeRequest as texts } from './messages.ts'

export interface EditFieldsProps {
  input: unknown
  schema: unknown
  secretFields: readonly string[]
  isBusy: boolean
  onSave(input: Record<string, unknown>): void
  onBack(): void
}

/**
 * A field for each argument. Texts are edited as text, other values as JSON. The server checks them against the
 * tool's schema.
 */
export function EditFields({ input, schema, secretFields, isBusy, onSave, onBack }: EditFieldsProps) {
  const given = (input ?? {}) as Record<string, unknown>
  const described = propertiesOf(schema)
  const names = [...new Set([...Object.keys(given), ...Object.keys(described)])]
  const isText = (name: string) =>
    name in given ? typeof given[name] === 'string' : described[name]?.type === 'string'
  const [draft, setDraft] = useState<Record<string, string>>(() =>
    Object.fromEntries(names.map((name) => [name, name in given ? written(given[name]) : ''])),
  )
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())

  function save(event: FormEvent) {
    event.preventDefault()
    const values: Record<string, unknown> = {}
    const unread = new Set<string>()
    for (const name of names) {
      const text = draft[name]!
      if (text === '' && !(isText(name) && name in given)) continue
      try {
        values[name] = isText(name) ? text : JSON.parse(text)
      } catch {
        unread.add(name)
      }
    }
    setWrong(unread)
    if (unread.size === 0) onSave(values)
  }
  return (
    <form noValidate autoComplete="off" onSubmit={save} className="flex flex-col gap-3">
      {names.map((name, index) => (
        <TextArea
          key={name}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person just opened this form
          autoFocus={index === 0}
          label={name}
          {...hintOf(described[name]?.description ?? (isText(name) ? undefined : texts.json))}
          error={wrong.has(name) ? texts.notJson : null}
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

interface Described {
  type?: string
  description?: string
}

const propertiesOf = (schema: unknown): Record<string, Described> =>
  (schema as { properties?: Record<string, Described> } | null | undefined)?.properties ?? {}

const written = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

const hintOf = (hint: string | undefined) => (hint === undefined ? {} : { hint })
