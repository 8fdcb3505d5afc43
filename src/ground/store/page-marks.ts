import { BoundedMap } from '#ground/base/bounded-map.ts'

/**
 * Ends of the pages read of lists, so that the next page is found by a key and not by counting.
 *
 * @typeParam Mark A row's position in the order of its list.
 */
export interface PageMarks<Filter, Mark> {
  /**
   * The last row before this offset; undefined when it was not reached by reading, null before the first
   * page.
   */
  before(filter: Filter, offset: number): Mark | null | undefined
  remember(filter: Filter, offset: number, mark: Mark): void
}

const REMEMBERED = 1000

/**
 * Reading the first page of a list resets its other marks: later pages then continue from the same rows.
 *
 * @param keyOf Equal texts for filters with equal lists.
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
