import { BoundedMap } from '#ground/base/bounded-map.ts'

/**
 * Where the pages of lists that are being read ended, so that the next page is found by a key and not by counting.
 *
 * @typeParam Mark A row's place in the order of its list.
 */
export interface PageMarks<Filter, Mark> {
  /** The last row in front of this offset; undefined when nobody read up to it, null in front of the first page. */
  before(filter: Filter, offset: number): Mark | null | undefined
  remember(filter: Filter, offset: number, mark: Mark): void
}

const REMEMBERED = 1000

/**
 * Reading the first page of a list begins it anew and forgets its other marks: whoever looks at it next sees the same
 * rows on the pages behind.
 *
 * @param keyOf The same text for filters that give the same list.
 */
export function createPageMarks<Filter, Mark>(keyOf: (filter: Filter) => string): PageMarks<Filter, Mark> {
  const lists = new BoundedMap<string, BoundedMap<number, Mark>>(REMEMBERED)
  return {
    before(filter, offset) {
      if (offset > 0) return lists.get(keyOf(filter))?.get(offset)
      lists.delete(keyOf(filter))
      return null
    },
    remember(filter, offset, mark) {
      const key = keyOf(filter)
      const marks = lists.get(key) ?? new BoundedMap<number, Mark>(REMEMBERED)
      marks.set(offset, mark)
      lists.set(key, marks)
    },
  }
}
