import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { listPeople } from '#features/people/contract.ts'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { call } from './api.ts'
import type { TextFilterProps } from './filters.tsx'
import { list } from './messages.ts'

const SUBJECT = /^(?:(?:svc|system):[a-z0-9._-]+|[^\s@]+@[^\s@]+)$/

export const isSubject = (text: string): boolean => SUBJECT.test(text.trim().toLowerCase())

export function useFoundPeople(text: string) {
  const q = useDeferredValue(text.trim())
  const { data } = useQuery({
    queryKey: ['people', 'found', q],
    queryFn: ({ signal }) => call(listPeople, { query: { q, limit: 8 }, signal }),
    placeholderData: keepPreviousData,
    enabled: q.length > 1,
    retry: false,
  })
  return q.length > 1 ? (data?.items ?? []) : []
}

interface PersonFieldProps extends Pick<FieldProps, 'label' | 'hint'> {
  value: string
  onChange(text: string): void
}

export function PersonField({ value, onChange, ...field }: PersonFieldProps) {
  const options = useId()
  return (
    <>
      <Field
        {...field}
        value={value}
        list={options}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <People id={options} found={useFoundPeople(value)} />
    </>
  )
}

/** Enter applies the first suggestion. */
export function PersonFilter({ label, value, onChange, className }: TextFilterProps) {
  const options = useId()
  const [text, setText] = useState('')
  const found = useFoundPeople(text)
  return (
    <>
      <SearchField
        className={`w-full ${className}`}
        label={label}
        clearLabel={list.clearSearch}
        value={value ?? ''}
        options={options}
        isWhole={isSubject}
        complete={(typed) => found.find(({ subject }) => subject === typed)?.subject ?? found[0]?.subject}
        onText={setText}
        onSearch={(whole) => onChange(whole.toLowerCase() || undefined)}
      />
      <People id={options} found={found} />
    </>
  )
}

const People = ({ id, found }: { id: string; found: ReturnType<typeof useFoundPeople> }) => (
  <datalist id={id}>
    {found.map(({ subject, name }) => (
      <option key={subject} value={subject}>
        {name ?? subject}
      </option>
    ))}
  </datalist>
)
