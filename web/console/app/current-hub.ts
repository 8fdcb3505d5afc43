import { useParams, useSearch } from '@tanstack/react-router'

/** The Hub that the pages are about now, from the address; undefined for all. */
export function useCurrentHub(): string | undefined {
  const { slug } = useParams({ strict: false })
  const { hub } = useSearch({ strict: false })
  return slug ?? hub
}
