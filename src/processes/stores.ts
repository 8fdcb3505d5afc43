import type { OutageReports } from '#ground/store/outages.ts'
import type { Store } from '#ground/store/store.ts'
import { openKnownStore, type Place } from './known-store.ts'

/** Opens stores for the Hubs of one process. */
export interface Stores {
  /** @throws what `openKnownStore` throws. */
  open(place: Place, reports?: Partial<OutageReports>): Promise<Store>
}

/** Each Hub has a store of its own. */
export const ownStores: Stores = { open: openKnownStore }

/**
 * A store is open once, however many Hubs use it: its connection, its caches and its statements are theirs together. It
 * closes after the last of them. Outages are told by whoever opened it first.
 */
export function createSharedStores(): Stores {
  const opened = new Map<string, { store: Promise<Store>; users: number }>()
  return {
    async open(place, reports) {
      const key = JSON.stringify(place.store)
      const entry = opened.get(key) ?? { store: openKnownStore(place, reports), users: 0 }
      opened.set(key, entry)
      entry.users++
      const leave = async () => {
        entry.users--
        if (entry.users > 0) return
        opened.delete(key)
        await (await entry.store)[Symbol.asyncDispose]()
      }
      try {
        return shareOf(await entry.store, leave)
      } catch (error) {
        // Whoever comes next tries anew.
        if (opened.get(key) === entry) opened.delete(key)
        throw error
      }
    },
  }
}

/** One user's hold of a store; letting go of it twice counts once. */
function shareOf(store: Store, leave: () => Promise<void>): Store {
  let left: Promise<void> | null = null
  return { ...store, [Symbol.asyncDispose]: () => (left ??= leave()) }
}
