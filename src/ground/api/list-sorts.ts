/** `name`: natural order; the list can begin at a prefix. `time`: the list can begin at a day. */
export type SortKind = 'name' | 'time' | 'number'

/** Keys by which a list can be sorted, each with its kind, and the default order. */
export interface ListSort<Key extends string = string> {
  keys: Readonly<Record<Key, SortKind>>
  initial: Sort<Key>
  /** With one of these filters, only the initial sort key is allowed, because no index supports another key. */
  filters: readonly string[]
}

/** `-` before a key reverses the order. */
export type Sort<Key extends string = string> = Key | `-${Key}`

export const listSort = <const Key extends string>(
  keys: Readonly<Record<Key, SortKind>>,
  initial: Sort<NoInfer<Key>>,
  filters: readonly string[] = [],
): ListSort<Key> => ({ keys, initial, filters })

/**
 * Returns a filter in the query that rules out sorting by this key, because the database would read all items for a
 * page.
 */
export const filterAgainst = <Key extends string>(
  { initial, filters }: ListSort<Key>,
  key: Key,
  query: object,
): string | undefined =>
  key === splitSort(initial).key
    ? undefined
    : filters.find((name) => (query as Record<string, unknown>)[name] !== undefined)

export const sortsOf = <Key extends string>({ keys }: ListSort<Key>): Sort<Key>[] =>
  (Object.keys(keys) as Key[]).flatMap((key): Sort<Key>[] => [key, `-${key}`])

export const splitSort = <Key extends string>(sort: Sort<Key>): { key: Key; isDescending: boolean } =>
  sort.startsWith('-')
    ? { key: sort.slice(1) as Key, isDescending: true }
    : { key: sort as Key, isDescending: false }

export const PEOPLE_SORT = listSort({ name: 'name', last_active: 'time', created: 'time' }, 'name')
export const HUB_SORT = listSort({ name: 'name', state: 'number' }, 'name')
export const RUN_SORT = listSort({ queued: 'time', duration: 'number', cost: 'number' }, '-queued', [
  'status',
  'user',
  'workflow',
  'since',
  'until',
])
export const TRACE_SORT = listSort({ started: 'time', duration: 'number', tokens: 'number' }, '-started', [
  'state',
  'user',
  'since',
  'until',
])
export const ARTIFACT_SORT = listSort({ updated: 'time' }, '-updated')
export const RECORD_SORT = listSort({ at: 'time' }, '-at')
