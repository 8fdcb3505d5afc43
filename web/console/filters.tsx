import { useSuspenseQuery } from '@tanstack/react-query'
import { FilterChip } from '../ui/filter-chip.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { messages } from './messages.ts'
import { meQuery } from './queries.ts'

const { list, shell } = messages

interface FilterProps<Value extends string> {
  label: string
  value: Value | undefined
  onChange(value: Value | undefined): void
}

export interface TextFilterProps extends FilterProps<string> {
  /** Its width where there is room. */
  className: string
}

export const TextFilter = ({ label, value, onChange, className }: TextFilterProps) => (
  <SearchField
    className={`w-full ${className}`}
    label={label}
    clearLabel={list.clearSearch}
    value={value ?? ''}
    onSearch={(text) => onChange(text || undefined)}
  />
)

export interface ChoiceFilterProps<Value extends string> extends FilterProps<Value> {
  /** Each value with what it is called, in order. */
  choices: readonly (readonly [Value, string])[]
  /** What it says when closed, where the chosen value's name is not enough. */
  said?: string | undefined
}

export const ChoiceFilter = <Value extends string>(props: ChoiceFilterProps<Value>) => (
  <FilterChip
    label={props.label}
    clearLabel={list.clearFilter(props.label)}
    value={props.value ?? ''}
    said={props.said}
    options={props.choices.map(([value, label]) => ({ value, label }))}
    onChange={(next) => props.onChange(next || undefined)}
  />
)

/** One of the viewer's Hubs. Who manages only one has nothing to choose. */
export function HubFilter({ value, onChange }: Omit<FilterProps<string>, 'label'>) {
  const { data: me } = useSuspenseQuery(meQuery)
  if (me.hubs.length < 2 && value === undefined) return null
  const choices = me.hubs.map(({ slug, name }) => [slug, name] as const)
  return <ChoiceFilter label={shell.hub} value={value} choices={choices} onChange={onChange} />
}
