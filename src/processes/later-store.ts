import type { StoreLocation } from '#store/location.ts'
import type { Store } from '#store/store.ts'

export interface LaterStore extends AsyncDisposable {
  /** The store, opened by whoever asks first. After a failure the next one who asks tries again. */
  open(): Promise<Store>
}

/** A store for a process that mostly does without: nothing of it is loaded before somebody asks. */
export function openStoreLater(location: StoreLocation): LaterStore {
  let opening: Promise<Store> | null = null
  const open = async () => (await import('#store/store.ts')).openStore(location)
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
