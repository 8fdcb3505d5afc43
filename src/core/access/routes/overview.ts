import type { ConsoleApp } from '#ground/api/console-app.ts'
import { readOverview } from '../contract.ts'
import type { AccessRoutesDeps } from './deps.ts'

export function overviewRoutes(app: ConsoleApp, { access }: Pick<AccessRoutesDeps, 'access'>): void {
  app.handle(readOverview, async ({ caller }) => {
    const managed = new Set(caller.manages)
    const hubs = (await access.listHubs()).filter(({ hub }) => managed.has(hub))
    const counts = await access.counts(caller.isOrganizationAdmin ? null : caller.manages)
    return {
      hubs: hubs.length,
      console_managed: hubs.filter(({ mode }) => mode === 'console').length,
      grants: counts.grants,
      people: counts.subjects,
      blocked: counts.blocked,
    }
  })
}
