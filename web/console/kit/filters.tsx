import { FilterChip } from '../../ui/filter-chip.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { list } from './messages.ts'

export interface FilterProps<Value extends string> {
  label: string
  value: Value | undefined
  onChange(value: Value | undefined): void
}

export interface TextFilterProps extends FilterProps<string> {
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
  choices: readonly (readonly [Value, string])[]
  closedLabel?: string | undefined
}

export const ChoiceFilter = <Value extends string>(props: ChoiceFilterProps<Value>) => (
  <FilterChip
    label={props.label}
    clearLabel={list.clearFilter(props.label)}
    value={props.value ?? ''}
    closedLabel={props.closedLabel}
    options={props.choices.map(([value, label]) => ({ value, label }))}
    onChange={(next) => props.onChange(next || undefined)}
  />
)

export const choicesOf = <Value extends string>(texts: Readonly<Record<Value, string>>) =>
  Object.entries(texts) as [Value, string][]
