import type { Store } from '#ground/store/store.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { readHealth, readReadiness, readVersion } from './contract.ts'

/** Whether the server is there, and which one it is. */
export function healthRoutes(app: App, { store, version }: { store: Store; version: string }): void {
  app.handle(readHealth, () => ({ status: true }))
  app.handle(readReadiness, async () => {
    await store.check()
    return { status: true }
  })
  app.handle(readVersion, () => ({ version, deployment_id: '' }))
}
