import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { createAbsentOwners } from './deleted-owner-cache.ts'
import type { Viewer } from './artifact.ts'
import type { Directory } from './directory.ts'
import type { ArtifactGate } from './gate.ts'
import { listArtifacts, type ArtifactList, type ListFilter } from './list.ts'

export interface ArtifactListingDeps {
  store: Pick<Store, 'db'>
  gate: Pick<ArtifactGate, 'hubsOf' | 'isOwnerActive'>
  directory: Pick<Directory, 'groupsOf'>
  clock: Pick<Clock, 'now'>
}

export function createArtifactListing({ store, gate, directory, clock }: ArtifactListingDeps) {
  const absent = createAbsentOwners({ clock, isActive: gate.isOwnerActive })

  return async (
    viewer: Viewer,
    { hub, ...filter }: ListFilter & { hub?: string | undefined },
    page: { offset: number; limit: number },
  ): Promise<ArtifactList> => {
    const usable = await gate.hubsOf(viewer)
    const hubs = hub === undefined ? usable : usable.filter((slug) => slug === hub)
    const groups = filter.view === 'mine' ? [] : await directory.groupsOf(viewer.userId)
    const deletedOwnerIds = new Set(await absent.known())
    for (;;) {
      const reach = { viewer, hubs, groups, deletedOwnerIds: [...deletedOwnerIds] }
      const found = await listArtifacts(store.db, reach, filter, page)
      const owners = new Map(found.items.map(({ owner, ownerId }) => [ownerId, { owner, ownerId }]))
      owners.delete(viewer.userId)
      const others = [...owners.values()]
      const active = await Promise.all(others.map(gate.isOwnerActive))
      const gone = others.filter((_, n) => !active[n])
      if (gone.length === 0) return found
      for (const owner of gone) {
        deletedOwnerIds.add(owner.ownerId)
        absent.note(owner)
      }
    }
  }
}
