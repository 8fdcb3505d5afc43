import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { hubs } from './messages.ts'

export interface EndFieldProps {
  hint: string
  /** Expiry, ISO 8601; null: permanent. */
  value: string | null
  onChange(end: string | null): void
}

export function EndField({ hint, value, onChange }: EndFieldProps) {
  const [text, setText] = useState(value === null ? '' : localMinute(Date.parse(value)))
  return (
    <Field
      type="datetime-local"
      label={hubs.endsAt}
      hint={hint}
      value={text}
      min={localMinute(Date.now())}
      onChange={(event) => {
        setText(event.currentTarget.value)
        const at = Date.parse(event.currentTarget.value)
        onChange(Number.isNaN(at) ? null : new Date(at).toISOString())
      }}
    />
  )
}

const localMinute = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
