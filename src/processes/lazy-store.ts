import type { Store } from '#ground/store/store.ts'
import type { openKnownStore } from '#ground/store/known-store.ts'

export interface LaterStore extends AsyncDisposable {
  /** The store, opened by the first caller. After a failure the next caller tries again. */
  open(): Promise<Store>
}

/** A store for a process that rarely needs it: nothing is loaded before its first use. */
export function openStoreLater(place: Parameters<typeof openKnownStore>[0]): LaterStore {
  let opening: Promise<Store> | null = null
  const open = async () => (await import('#ground/store/known-store.ts')).openKnownStore(place)
  return {
    open() {
      opening ??= open().catch((error: unknown) => {
        opening = null
        throw error
      })
      return opening
    },
    async [Symbol.asyncDispose]() {
      const store = await opening?.catch(() => null)
      await store?.[Symbol.asyncDispose]()
    },
  }
}
