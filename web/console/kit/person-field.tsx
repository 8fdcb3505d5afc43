import { useState } from 'react'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { TextFilterProps } from './filters.tsx'
import { list } from './messages.ts'
import { usePersonOptions } from './person-options.tsx'

const SUBJECT = /^(?:(?:svc|system):[a-z0-9._-]+|[^\s@]+@[^\s@]+)$/

export const isSubject = (text: string): boolean => SUBJECT.test(text.trim().toLowerCase())

interface PersonFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'required' | 'error' | 'className'> {
  value: string
  onChange(text: string): void
}

export function PersonField({ value, onChange, ...field }: PersonFieldProps) {
  const options = usePersonOptions(value, onChange)
  return (
    <Field
      {...field}
      {...options.input}
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value)
        options.onText()
      }}
      below={options.list}
    />
  )
}

/** Enter applies the first suggestion. */
export function PersonFilter({ label, value, onChange, className }: TextFilterProps) {
  const [text, setText] = useState('')
  const apply = (whole: string) => onChange(whole.toLowerCase() || undefined)
  const options = usePersonOptions(text, (subject) => {
    setText('')
    apply(subject)
  })
  return (
    <SearchField
      className={`w-full ${className}`}
      label={label}
      clearLabel={list.clearSearch}
      value={value ?? ''}
      input={options.input}
      below={options.list}
      isWhole={isSubject}
      complete={() => options.first}
      onText={(typed) => {
        setText(typed)
        options.onText()
      }}
      onSearch={apply}
    />
  )
}
