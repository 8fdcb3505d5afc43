import { BoundedMap } from '#ground/base/bounded-map.ts'

/** Remembers where pages end, so that the database finds the next page by a key instead of an offset. */
export interface PageMarks<Filter, Mark> {
  /** @returns Mark at the end of the previous page; null for offset 0; undefined if that page was not read. */
  before(filter: Filter, offset: number): Mark | null | undefined
  remember(filter: Filter, offset: number, mark: Mark): void
}

const REMEMBERED = 1000

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
