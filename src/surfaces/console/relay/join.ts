import type { JoinOrder } from '#ground/api/contract.ts'

export interface Portion {
  items: readonly unknown[]
  total: number
}

export interface Slice {
  offset: number
  limit: number
}

/**
 * Joins lists of several bridges. Each portion must contain the first `offset + limit` items of its bridge, because
 * the result may consist of any of these items.
 */
export function joinPortions(
  portions: readonly Portion[],
  order: JoinOrder,
  { offset, limit }: Slice,
): Portion {
  const items = portions.flatMap((portion) => portion.items)
  const ordered = order === 'in turn' ? items : items.toSorted(newestBy(order.newestBy)) // items with the same time keep their order, because the sort is stable
  return {
    items: ordered.slice(offset, offset + limit),
    total: portions.reduce((sum, { total }) => sum + total, 0),
  }
}

/** Times in ISO 8601 and UTC sort as text. */
const newestBy = (name: string) => (one: unknown, other: unknown) => {
  const [a, b] = [one, other].map((item) => (item as Readonly<Record<string, string>>)[name]!)
  return a! < b! ? 1 : a! > b! ? -1 : 0
}
