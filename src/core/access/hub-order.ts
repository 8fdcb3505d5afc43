import { naturalKey } from '#ground/base/natural-order.ts'
import type { ListOrder } from '#ground/api/list-start.ts'
import type { HUB_SORT } from '#ground/api/list-sorts.ts'

export interface HubOrderDeps {
  namesOf(hubs: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Hubs that need attention have low ranks. */
  ranksOf(hubs: readonly string[]): Promise<ReadonlyMap<string, number>>
}

/** Hubs of equal state are sorted by name. */
export async function orderedHubs(
  { namesOf, ranksOf }: HubOrderDeps,
  hubs: readonly string[],
  { key, isDescending, from }: ListOrder<keyof typeof HUB_SORT.keys>,
): Promise<string[]> {
  const names = await namesOf(hubs)
  const ranks = key === 'state' ? await ranksOf(hubs) : new Map<string, number>()
  const keyed = hubs.map((hub) => ({
    hub,
    rank: ranks.get(hub) ?? 0,
    name: naturalKey(names.get(hub) ?? hub),
  }))
  const sign = isDescending ? -1 : 1
  return keyed
    .filter(({ name, rank }) => from === undefined || compare(key === 'name' ? name : rank, from) * sign >= 0)
    .toSorted(
      (a, b) =>
        (key === 'state'
          ? (a.rank - b.rank) * sign || compare(a.name, b.name)
          : compare(a.name, b.name) * sign) || compare(a.hub, b.hub) * sign,
    )
    .map(({ hub }) => hub)
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b))
