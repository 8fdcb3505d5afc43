import type { ConsoleApp } from '#ground/api/route.ts'
import type { Store } from '#ground/store/store.ts'
import { countGrants } from '../overview.ts'
import { Overview } from '../schema.ts'
import type { AccessRoutesDeps } from './deps.ts'

/** How much of everything the caller manages. */
export function overviewRoutes(
  app: ConsoleApp,
  { access, store }: Pick<AccessRoutesDeps, 'access'> & { store: Pick<Store, 'db'> },
): void {
  app.get(
    '/overview',
    { summary: 'Counts of what the caller manages', level: 'admin', answer: Overview },
    async ({ caller }) => {
      const managed = new Set(caller.manages)
      const hubs = (await access.listHubs()).filter(({ hub }) => managed.has(hub))
      const counts = caller.isOrganizationAdmin
        ? await access.counts()
        : { ...(await countGrants(store, caller.manages)), blocked: 0 }
      return {
        hubs: hubs.length,
        console_managed: hubs.filter(({ mode }) => mode === 'console').length,
        grants: counts.grants,
        people: counts.subjects,
        blocked: counts.blocked,
      }
    },
  )
}
