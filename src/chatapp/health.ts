import type { Store } from '#ground/store/store.ts'
import type { App } from '#chatapp/http/validation.ts'

/** Whether the server is there, and which one it is. */
export function healthRoutes(app: App, { store, version }: { store: Store; version: string }): void {
  const working = async () => {
    await store.check()
    return { status: true }
  }
  app.get('/health', async () => ({ status: true }))
  app.get('/ready', working)
  app.get('/health/db', working)
  app.get('/api/version', async () => ({ version, deployment_id: '' }))
}
