import { useQuery } from '@tanstack/react-query'
import { useMatches, useSearch } from '@tanstack/react-router'
import { clientSettingsQuery, useClientSettings } from './client-settings.ts'

export interface SavedView {
  name: string
  search: Readonly<Record<string, string>>
}

export const MAX_VIEWS = 20

const MAX_NAME_LENGTH = 60

/** Views of the page's list, which the server stores for the person. */
export function useViews() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const setting = `console_views ${path}`
  const { data } = useQuery({ ...clientSettingsQuery, retry: false })
  const { mutate, isPending } = useClientSettings()
  const present = shownSearch(useSearch({ strict: false }))
  const views = readViews(data?.[setting])
  return {
    views,
    present,
    isKnown: data !== undefined,
    isPending,
    change: (next: (stored: readonly SavedView[]) => readonly SavedView[], onSuccess?: () => void) =>
      mutate((stored) => ({ [setting]: next(readViews(stored[setting])) }), {
        ...(onSuccess && { onSuccess }),
      }),
  }
}

/** Filters and order, without the position in the list. */
const shownSearch = ({ page: _, from: __, ...search }: Record<string, unknown>): SavedView['search'] =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )

export const isSameSearch = (a: SavedView['search'], b: SavedView['search']): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => b[name] === value)

/** Ignores entries that another program wrote in another form. */
function readViews(stored: unknown): SavedView[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((view: Partial<SavedView> | null) => {
    const { name, search } = view ?? {}
    if (typeof name !== 'string' || !name.trim() || typeof search !== 'object' || search === null) return []
    return [{ name: name.slice(0, MAX_NAME_LENGTH), search: shownSearch(search) }]
  })
}

export const cleanName = (text: string): string => text.trim().slice(0, MAX_NAME_LENGTH)
