export const SINCE = ['day', 'week', 'month', 'year'] as const
export const SEARCH_FILTERS = ['open', 'archived', 'pinned', 'shared'] as const

export type Since = (typeof SINCE)[number]
export type SearchFilter = (typeof SEARCH_FILTERS)[number]

export interface ChatSearch {
  text?: string | undefined
  agent?: string | undefined
  folder?: string | undefined
  since?: Since | undefined
  place?: SearchFilter | undefined
}

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 256) : undefined

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value)

export const searchIn = (address: Record<string, unknown>): ChatSearch => ({
  text: word(address['text']),
  agent: word(address['agent']),
  folder: word(address['folder']),
  since: oneOf(SINCE, address['since']),
  place: oneOf(SEARCH_FILTERS, address['place']),
})
