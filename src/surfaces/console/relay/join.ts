import type { ListOrder } from '#ground/api/contract.ts'

/** The first items of one Hub's list, and how many there are. */
export interface Portion {
  items: readonly unknown[]
  total: number
}

/** Position of a page in the joined list. */
export interface Slice {
  offset: number
  limit: number
}

/**
 * A page of the lists of several Hubs as if they were one. Each gives at least its first `offset + limit` items, in the
 * order of the list. Pure.
 *
 * @param portions By Hub, in the order in which Hubs are listed.
 */
export function joinPortions(
  portions: readonly Portion[],
  order: ListOrder,
  { offset, limit }: Slice,
): Portion {
  const items = portions.flatMap((portion) => portion.items)
  const ordered = order === 'in turn' ? items : items.toSorted(newestBy(order.newestBy)) // keeps ties as they are
  return {
    items: ordered.slice(offset, offset + limit),
    total: portions.reduce((sum, { total }) => sum + total, 0),
  }
}

/** Times in ISO 8601 and UTC compare as text. */
const newestBy = (name: string) => (one: unknown, other: unknown) => {
  const [a, b] = [one, other].map((item) => (item as Readonly<Record<string, string>>)[name]!)
  return a! < b! ? 1 : a! > b! ? -1 : 0
}
