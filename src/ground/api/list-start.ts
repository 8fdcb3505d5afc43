import { naturalKey } from '#ground/base/natural-order.ts'
import { ApiRefused } from './errors.ts'
import { filterAgainst, splitSort, type ListSort, type Sort } from './list-sorts.ts'

export interface ListOrder<Key extends string> {
  key: Key
  isDescending: boolean
  /** Value of the key at which the list begins. */
  from?: string | number | undefined
}

/** Converts the parameters `sort` and `from` of a list’s query. Times become milliseconds since the Unix epoch. */
export function listOrder<Key extends string>(
  list: ListSort<Key>,
  query: { sort: Sort<Key>; from?: string | undefined },
): ListOrder<Key> {
  const { keys, initial } = list
  const { sort, from } = query
  const { key, isDescending } = splitSort(sort)
  const filter = filterAgainst(list, key, query)
  if (filter !== undefined)
    throw new ApiRefused(
      'invalid',
      `sort: a list with the filter \`${filter}\` can’t be sorted by ${key}. Remove the filter, or use sort=${initial}.`,
    )
  if (from === undefined) return { key, isDescending }
  const kind = keys[key]
  if (kind === 'name') return { key, isDescending, from: isDescending ? pastPrefix(from) : naturalKey(from) }
  const value = kind === 'time' ? Date.parse(from) : Number(from)
  if (Number.isSafeInteger(value)) return { key, isDescending, from: value }
  throw new ApiRefused(
    'invalid',
    `from: expected a ${kind === 'time' ? 'time such as 2026-11-20T17:15:00Z' : 'whole number'}, because the list is sorted by ${key}`,
  )
}

/** A descending list from prefix `m` starts with the last name that has this prefix. */
const pastPrefix = (from: string): string => `${naturalKey(from)}\u{10FFFF}`
