import type { Mark, RowFilter } from './filter.ts'

/** Where the pages of lists that are being read ended. */
export interface PageMarks {
  /** The last row in front of this offset; undefined when nobody read up to it, null in front of the first page. */
  before(filter: RowFilter, offset: number): Mark | null | undefined
  remember(filter: RowFilter, offset: number, mark: Mark): void
}

const REMEMBERED = 1000

/**
 * Reading the first page of a list begins it anew and forgets its other marks: whoever looks at it next sees the same
 * rows on the pages behind.
 */
export function createPageMarks(): PageMarks {
  const lists = new Map<string, Map<number, Mark>>()
  return {
    before(filter, offset) {
      if (offset > 0) return lists.get(keyOf(filter))?.get(offset)
      lists.delete(keyOf(filter))
      return null
    },
    remember(filter, offset, mark) {
      const key = keyOf(filter)
      const marks = lists.get(key) ?? new Map<number, Mark>()
      marks.set(offset, mark)
      if (marks.size > REMEMBERED) marks.delete(marks.keys().next().value!)
      lists.delete(key)
      lists.set(key, marks)
      if (lists.size > REMEMBERED) lists.delete(lists.keys().next().value!)
    },
  }
}

const keyOf = ({ equals, since, until }: RowFilter): string =>
  JSON.stringify([
    Object.entries(equals)
      .filter(([, value]) => value != null)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    since ?? null,
    until ?? null,
  ])
