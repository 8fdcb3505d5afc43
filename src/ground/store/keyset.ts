import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Columns of the index that gives a list its order. */
export interface Keyset {
  /** Expression that is never null. */
  value: RawBuilder<unknown>
  /** Columns that distinguish rows with equal values. */
  ties: readonly RawBuilder<unknown>[]
  isDescending: boolean
  /** The list begins at this value. */
  from?: string | number | undefined
}

/** Values of the keyset's columns in a row. */
export type KeysetMark = readonly (string | number)[]

export const inOrder = ({ value, ties, isDescending }: Keyset): RawBuilder<unknown>[] =>
  [value, ...ties].map((column) => sql`${column} ${sql.raw(isDescending ? 'desc' : 'asc')}`)

/** True for rows after the marked row; without a mark, for rows after the keyset's beginning. */
export function isAfter(
  { value, ties, isDescending, from }: Keyset,
  mark: KeysetMark | null,
): RawBuilder<SqlBool> | null {
  const after = sql.raw(isDescending ? '<' : '>')
  if (mark) return sql<SqlBool>`(${sql.join([value, ...ties])}) ${after} (${sql.join(mark)})`
  return from === undefined ? null : sql<SqlBool>`${value} ${after}= ${from}`
}
