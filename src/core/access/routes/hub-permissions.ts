import type { ConsoleApp } from '#ground/api/console-app.ts'
import { BUILT_IN_NAMES, catalogOf } from '../catalog.ts'
import { listHubPermissions } from '../contract.ts'
import type { HubPermission } from '../schema.ts'
import type { AccessRoutesDeps } from './deps.ts'
import { entryOf, idleEntry } from './permissions.ts'
import { grantableBy, managedPolicy } from './scope.ts'

const NATURAL = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Compares numbers in labels by value, so `Bed 2` is before `Bed 10`. */
const builtInFirst = (one: Entry, other: Entry): number =>
  Number(BUILT_IN_NAMES.has(other.name)) - Number(BUILT_IN_NAMES.has(one.name)) ||
  (BUILT_IN_NAMES.has(one.name) ? 0 : NATURAL.compare(one.label, other.label))

type Entry = ReturnType<typeof entryOf>

export function hubPermissionRoutes(app: ConsoleApp, { access, hubCards }: AccessRoutesDeps): void {
  app.handle(listHubPermissions, async ({ caller, query: { hub, q, limit, offset } }) => {
    const slugs = hub === undefined ? caller.manages : [(await managedPolicy(access, caller, hub)).hub]
    const [holders, cards] = [await access.holders(slugs), await hubCards.read(slugs)]
    const asked = q?.trim().toLowerCase() ?? ''
    const items: HubPermission[] = []
    for (const slug of slugs) {
      const catalog = catalogOf(cards.get(slug)?.capabilities ?? [])
      const grantable = new Set(await grantableBy(access, caller, slug, catalog))
      const counts = holders.get(slug) ?? new Map<string, number>()
      const idle = [...counts.keys()].filter((name) => !catalog.some((entry) => entry.name === name))
      const entries = [
        ...catalog.map((entry) => entryOf(entry, grantable.has(entry.name))),
        ...idle.map(idleEntry),
      ].toSorted(builtInFirst)
      for (const entry of entries)
        if (`${entry.name} ${entry.label} ${entry.group}`.toLowerCase().includes(asked))
          items.push({ ...entry, hub: slug, holders: counts.get(entry.name) ?? 0 })
    }
    return { items: items.slice(offset, offset + limit), total: items.length, offset, limit }
  })
}
