import type { Store } from '#store/store.ts'
import type { App } from './http/validation.ts'

/** Whether the server is there, and which one it is. */
export function healthRoutes(app: App, { store, version }: { store: Store; version: string }): void {
  const alive = async () => ({ status: true })
  app.get('/health', alive)
  app.get('/ready', alive) // it does not listen before it is ready
  app.get('/health/db', async () => {
    await store.db.selectFrom('chatapp_settings').select('key').limit(1).execute()
    return { status: true }
  })
  app.get('/api/version', async () => ({ version, deployment_id: '' }))
}
