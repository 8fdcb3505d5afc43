import type { ConsoleApp } from '#api/route.ts'
import { PermissionCatalog, PermissionsQuery } from '../schema.ts'
import type { AccessRoutesDeps } from './deps.ts'
import { catalogFor, grantableBy, managedPolicy } from './scope.ts'

/** What can be granted on a Hub, and whether the tools behind it have what they need. */
export function permissionRoutes(app: ConsoleApp, { access, hubCards }: AccessRoutesDeps): void {
  app.get(
    '/permissions',
    {
      summary: 'What can be granted on a Hub',
      level: 'admin',
      query: PermissionsQuery,
      answer: PermissionCatalog,
      refusals: ['outside_ceiling', 'not_found'],
    },
    async ({ caller, query: { hub } }) => {
      const policy = await managedPolicy(access, caller, hub)
      const catalog = await catalogFor(hubCards, caller, hub)
      const grantable = new Set(await grantableBy(access, caller, hub, catalog))
      return {
        hub,
        policy_revision: policy.revision,
        items: catalog.map(({ name, label, group, isBuiltIn, tools, missing }) => ({
          name,
          label,
          group,
          built_in: isBuiltIn,
          configured: missing.length === 0,
          tools: [...tools],
          missing: [...missing],
          grantable: grantable.has(name),
        })),
      }
    },
  )
}
