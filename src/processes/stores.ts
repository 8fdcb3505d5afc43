import { createShared } from '#ground/base/shared.ts'
import type { OutageReports } from '#ground/store/outages.ts'
import type { Store } from '#ground/store/store.ts'
import { openKnownStore, type StorePlace } from '#ground/store/known-store.ts'

export interface Stores {
  open(place: StorePlace, reports?: Partial<OutageReports>): Promise<Store>
}

export const ownStores: Stores = { open: openKnownStore }

/** All Hubs of one database share its connection, caches and statements. */
export function createSharedStores(): Stores {
  const stores = createShared<Store>((store, leave) => ({ ...store, [Symbol.asyncDispose]: leave }))
  return {
    open: (place, reports) => stores.open(JSON.stringify(place.store), () => openKnownStore(place, reports)),
  }
}
