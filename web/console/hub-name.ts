import { useQuery } from '@tanstack/react-query'
import { messages } from './messages.ts'
import { meQuery } from './queries.ts'

/** In the place of a Hub: the organization. Its grants count on every Hub. */
export const ORGANIZATION = '*'

/**
 * What a Hub is called, by its slug: the organization and Hubs that are gone have names too. Those who manage nothing
 * get the slug.
 */
export function useHubName(): (slug: string | null) => string {
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  return (slug) => {
    if (slug === null) return ''
    if (slug === ORGANIZATION) return messages.hubs.organization
    return me?.hubs.find((hub) => hub.slug === slug)?.name ?? slug
  }
}
