import type { Store } from '#ground/store/store.ts'
import type { openKnownStore } from '#ground/store/known-store.ts'

export interface LaterStore extends AsyncDisposable {
  open(): Promise<Store>
}

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
