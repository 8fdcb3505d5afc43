import { BoundedMap } from '#ground/base/bounded-map.ts'
import { cached } from '#ground/base/cached.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Artifact } from './artifact.ts'

type Owner = Pick<Artifact, 'owner' | 'ownerId'>

const MAX_CACHED_OWNERS = 200
/** If a deleted account exists again, lists show its artifacts after at most this time. */
const TTL_MS = 60_000

export function createAbsentOwners({
  clock,
  isActive,
}: {
  clock: Pick<Clock, 'now'>
  isActive(owner: Owner): Promise<boolean>
}) {
  const noted = new BoundedMap<string, Owner>(MAX_CACHED_OWNERS)
  const isBack = cached({ clock, ms: TTL_MS }, async (ownerId) => {
    const owner = noted.get(ownerId)
    return owner !== undefined && (await isActive(owner))
  })
  return {
    note: (owner: Owner): void => void noted.set(owner.ownerId, owner),

    async known(): Promise<string[]> {
      const ids = [...noted.keys()]
      const back = await Promise.all(ids.map(isBack))
      return ids.filter((id, n) => {
        if (back[n]) noted.delete(id)
        return !back[n]
      })
    },
  }
}
