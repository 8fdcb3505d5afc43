import type { Beats } from '#core/serving/serve.ts'
import type { ListenForRequests } from '#ground/base/http-server.ts'
import { newId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { BridgeRegistration } from '../bridge-registration.ts'

export interface KeptRegistration extends AsyncDisposable {
  registration: BridgeRegistration
  /** Must not be called before the Hub was served for the first time, or after disposal. */
  store(this: void): Store
  leave(this: void): Promise<void>
}

/** A registration that outlives a suspension of its bridge, so that other processes see the same bridge afterwards. */
export function keepRegistration(deps: {
  receive: ListenForRequests
  beats: Beats
  openStore(): Promise<Store>
}): KeptRegistration {
  let store: Store | null = null
  let served: AsyncDisposable | null = null
  const leave = async () => {
    const leaving = served
    served = null
    await leaving?.[Symbol.asyncDispose]()
  }
  return {
    registration: {
      instance: newId(),
      receive: deps.receive,
      async serve(_store, server) {
        store ??= await deps.openStore()
        served ??= await deps.beats.serve(store, server)
        return { [Symbol.asyncDispose]: async () => {} }
      },
    },
    store: () => store!,
    leave,
    async [Symbol.asyncDispose]() {
      await leave()
      await store?.[Symbol.asyncDispose]()
    },
  }
}
