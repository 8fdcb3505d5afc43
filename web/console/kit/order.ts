import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  filterAgainst,
  sortsOf,
  splitSort,
  type ListSort,
  type Sort,
  type SortKind,
} from '#ground/api/list-sorts.ts'
import type { TableOrder } from '../../ui/table.tsx'
import { day, oneOf, text } from './search.ts'
import { startOfDay } from './span.ts'

export interface ShownOrder<Key extends string = string> extends TableOrder {
  /** Parameters of the request. */
  query: { sort?: Sort<Key>; from?: string }
  kind: SortKind
  isDescending: boolean
  /** Name or day at which the list begins. */
  from: string | undefined
  onFrom(from: string | undefined): void
}

export const sortReaders = <Key extends string>(list: ListSort<Key>) => ({
  sort: oneOf(sortsOf(list)),
  from: text,
})

/** The order is in the address, so that it is kept by links, the back button and saved views. */
export function useOrder<Key extends string>(list: ListSort<Key>, filter: object = {}): ShownOrder<Key> {
  const search: { sort?: string; from?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const isOffered = (key: Key) => filterAgainst(list, key, filter) === undefined
  const asked = oneOf(sortsOf(list))(search.sort) ?? list.initial
  const sort = isOffered(splitSort(asked).key) ? asked : list.initial
  const { key, isDescending } = splitSort(sort)
  const kind = list.keys[key]
  const from = kind === 'name' ? text(search.from) : kind === 'time' ? day(search.from) : undefined
  const go = (change: object) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, page: undefined, ...change }) })
  return {
    query: {
      ...(sort !== list.initial && { sort }),
      ...(from !== undefined && { from: kind === 'time' ? momentOf(from, isDescending) : from }),
    },
    kind,
    isDescending,
    from,
    onFrom: (from) => go({ from }),
    by: key,
    direction: isDescending ? 'descending' : 'ascending',
    isOffered: (key) => isOffered(key as Key),
    onSort(next) {
      const wanted = next as Key
      const isReversed = next === key ? !isDescending : list.keys[wanted] !== 'name'
      const chosen: Sort<Key> = isReversed ? `-${wanted}` : wanted
      go({ sort: chosen === list.initial ? undefined : chosen, from: undefined })
    },
  }
}

/** A list with the newest items first begins at the end of the day. */
const momentOf = (from: string, isDescending: boolean): string =>
  isDescending ? new Date(Date.parse(startOfDay(from, 1)) - 1).toISOString() : startOfDay(from, 0)
