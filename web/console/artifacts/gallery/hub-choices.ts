import { useQuery } from '@tanstack/react-query'
import { readChatAccess } from '#core/access/contract.ts'
import { call } from '../../kit/api.ts'
import { meQuery } from '../../access/queries.ts'

/** Hubs by slug and name that the viewer may use or manages, in order of their names. */
export function useHubChoices(): (readonly [slug: string, name: string])[] {
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const { data: used } = useQuery({
    queryKey: ['hubs-in-use'],
    queryFn: ({ signal }) => call(readChatAccess, { signal }),
    staleTime: 30_000,
  })
  const allowed = (used?.hubs ?? []).filter((hub) => hub.allowed)
  const names = new Map([...allowed, ...(me?.hubs ?? [])].map(({ slug, name }) => [slug, name] as const))
  return [...names].toSorted(([, one], [, other]) => one.localeCompare(other))
}
