import { useQuery } from '@tanstack/react-query'
import { ChoiceFilter, type FilterProps } from '../kit/filters.tsx'
import { permissions } from './messages.ts'
import { permissionLabel } from './permissions.tsx'
import { catalogQuery } from './queries.ts'

export interface PermissionFilterProps extends Omit<FilterProps<string>, 'label'> {
  /** Undefined: only built-in permissions are offered. */
  hub: string | undefined
}

export function PermissionFilter({ hub, value, onChange }: PermissionFilterProps) {
  const { data } = useQuery({ ...catalogQuery(hub ?? ''), enabled: hub !== undefined, retry: false })
  const names = new Set([
    ...(data?.items.map(({ name }) => name) ?? Object.keys(permissions.names)),
    ...(value === undefined ? [] : [value]),
  ])
  const choices = [...names].map((name) => [name, permissionLabel(name, data)] as const)
  return <ChoiceFilter label={permissions.one} value={value} choices={choices} onChange={onChange} />
}
