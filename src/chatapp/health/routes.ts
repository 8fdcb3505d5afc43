import { createReadiness, type ReadinessDeps } from '#ground/instances/readiness.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import { readHealth, readReadiness, readVersion } from './contract.ts'

export interface HealthParts extends ReadinessDeps {
  version: string
}

export function healthRoutes(app: App, { version, ...parts }: HealthParts): void {
  const readiness = createReadiness(parts)
  app.handle(readHealth, () => ({ status: true }))
  app.handle(readReadiness, async () => {
    const unready = await readiness.check()
    if (unready !== null) throw new ChatappRefused(unready)
    return { status: true }
  })
  app.handle(readVersion, () => ({ version, deployment_id: '' }))
}
