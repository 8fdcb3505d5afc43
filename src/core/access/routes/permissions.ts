import type { ConsoleApp } from '#ground/api/console-app.ts'
import type { CatalogEntry } from '../catalog.ts'
import { readPermissions } from '../contract.ts'
import type { Permission } from '../permission.ts'
import type { PermissionEntry } from '../schema.ts'
import type { AccessRoutesDeps } from './deps.ts'
import { catalogFor, grantableBy, managedPolicy } from './scope.ts'

export function permissionRoutes(app: ConsoleApp, { access, hubCards }: AccessRoutesDeps): void {
  app.handle(readPermissions, async ({ caller, query: { hub } }) => {
    const policy = await managedPolicy(access, caller, hub)
    const catalog = await catalogFor(hubCards, caller, hub)
    const grantable = new Set(await grantableBy(access, caller, hub, catalog))
    const entries = catalog.map((entry) => entryOf(entry, grantable.has(entry.name)))
    const idle = (await access.idle(hub)).map(idleEntry)
    return { hub, policy_revision: policy.revision, items: [...entries, ...idle] }
  })
}

export const entryOf = (
  { name, label, group, isBuiltIn, tools, missing }: CatalogEntry,
  grantable: boolean,
): PermissionEntry => ({
  name,
  label,
  group,
  built_in: isBuiltIn,
  configured: missing.length === 0,
  tools: [...tools],
  missing: [...missing],
  grantable,
  without_effect: false,
})

export const idleEntry = (name: Permission): PermissionEntry => ({
  name,
  label: name,
  group: 'Without effect',
  built_in: false,
  configured: true,
  tools: [],
  missing: [],
  grantable: false,
  without_effect: true,
})
