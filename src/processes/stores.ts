import { createShared } from '#ground/base/shared.ts'
import type { OutageReports } from '#ground/store/outages.ts'
import type { Store } from '#ground/store/store.ts'
import { openKnownStore, type StorePlace } from '#ground/store/known-store.ts'

/** Opens stores for the Hubs of one process. */
export interface Stores {
  /** @throws what `openKnownStore` throws. */
  open(place: StorePlace, reports?: Partial<OutageReports>): Promise<Store>
}

/** Each Hub has a store of its own. */
export const ownStores: Stores = { open: openKnownStore }

/**
 * A store is opened once: all Hubs that use it share its connection, its caches and its statements. The first
 * logs outages.
 */
export function createSharedStores(): Stores {
  const stores = createShared<Store>((store, leave) => ({ ...store, [Symbol.asyncDispose]: leave }))
  return {
    open: (place, reports) => stores.open(JSON.stringify(place.store), () => openKnownStore(place, reports)),
  }
}
