import type { ListOrder } from '#ground/api/list-start.ts'

/** If a column is absent or null, rows with any value of it match. */
export interface RowFilter {
  equals: Readonly<Record<string, string | readonly string[] | null | undefined>>
  /** Epoch milliseconds, inclusive. */
  since?: number | null
  /** Epoch milliseconds, exclusive. */
  until?: number | null
  /** Default: newest first. */
  order?: ListOrder<'at'>
}

export interface PageMark {
  at_ms: number
  seq: number
}

export const pageMark = (row: { at_ms?: unknown; seq: number }): PageMark => ({
  at_ms: row.at_ms as number,
  seq: row.seq,
})

export const isOldestFirst = ({ order }: RowFilter): boolean => order?.isDescending === false

export const byNewest = (a: { at_ms?: unknown; seq: number }, b: { at_ms?: unknown; seq: number }): number =>
  (b.at_ms as number) - (a.at_ms as number) || b.seq - a.seq

export const matchesEverything = ({ equals, since, until, order }: RowFilter): boolean =>
  since == null &&
  until == null &&
  order?.from === undefined &&
  Object.values(equals).every((value) => value == null)

export const rowFilterKey = ({ equals, since, until, order }: RowFilter): string =>
  JSON.stringify([
    Object.entries(equals)
      .filter(([, value]) => value != null)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    since ?? null,
    until ?? null,
    order ?? null,
  ])
