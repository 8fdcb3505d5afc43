import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { RawSearch } from './search.ts'

/**
 * Reads the filters of a list from the page's address. On a Hub's page, the list is limited to the Hub in the path,
 * and `isOfHub` is true.
 */
export function useListAddress<Search extends { hub?: string; page?: number }>(
  read: (raw: RawSearch) => Search,
) {
  const navigate = useNavigate()
  const { slug } = useParams({ strict: false })
  const search = read(useSearch({ strict: false }))
  const go = (next: (before: object) => object) => void navigate({ to: '.', search: next })
  return {
    search: slug === undefined ? search : { ...search, hub: slug },
    isOfHub: slug !== undefined,
    narrow: (change: { [Name in keyof Search]?: Search[Name] | undefined }) =>
      go((before) => ({ ...before, page: undefined, ...change })),
    only: (kept: { [Name in keyof Search]?: Search[Name] | undefined }) => go(() => kept),
  }
}

/** Ignores the Hub in the path of a Hub's page. */
export const isFiltered = ({ hub, ...filter }: { hub?: string | undefined }, isOfHub: boolean): boolean =>
  [isOfHub ? undefined : hub, ...Object.values(filter)].some((value) => value !== undefined)
