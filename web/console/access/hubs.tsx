import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Column } from '../../ui/table.tsx'
import { ChoiceFilter, type FilterProps } from '../kit/filters.tsx'
import { hubs } from './messages.ts'
import { meQuery } from './queries.ts'

/** Grants of the organization apply to every Hub. */
export const ORGANIZATION = '*'

export function useHubName(): (slug: string | null) => string {
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  return (slug) => {
    if (slug === null) return ''
    if (slug === ORGANIZATION) return hubs.organization
    return me?.hubs.find((hub) => hub.slug === slug)?.name ?? slug
  }
}

export function HubFilter({ value, onChange }: Omit<FilterProps<string>, 'label'>) {
  const { data: me } = useSuspenseQuery(meQuery)
  if (me.hubs.length < 2 && value === undefined) return null
  const choices = me.hubs.map(({ slug, name }) => [slug, name] as const)
  return <ChoiceFilter label={hubs.one} value={value} choices={choices} onChange={onChange} />
}

/** No column without `nameOf`: all rows of the table then belong to one Hub. */
export const hubColumn = <Item extends { hub: string }>(
  head: string,
  nameOf: ((slug: string) => string) | null,
): Column<Item>[] =>
  nameOf === null
    ? []
    : [{ head, from: '4xl', className: 'max-w-40 truncate text-muted', cell: ({ hub }) => nameOf(hub) }]
