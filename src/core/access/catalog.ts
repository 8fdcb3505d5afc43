import type { Capability } from './hub-cards.ts'
import { MANAGE_ACCESS, USE_HUB, type Permission } from './permission.ts'

export interface CatalogEntry extends Capability {
  isBuiltIn: boolean
}

export const SHARE_PUBLIC: Permission = 'share_public'

const BUILT_IN: readonly CatalogEntry[] = [
  { name: USE_HUB, label: 'Use the agent' },
  { name: MANAGE_ACCESS, label: 'Manage access' },
  { name: SHARE_PUBLIC, label: 'Share artifacts publicly' },
].map((entry) => ({ ...entry, group: 'Access', tools: [], missing: [], isBuiltIn: true }))

export const BUILT_IN_NAMES: ReadonlySet<Permission> = new Set(BUILT_IN.map(({ name }) => name))

export function catalogOf(capabilities: Iterable<Capability>): CatalogEntry[] {
  const byName = new Map(BUILT_IN.map((entry) => [entry.name, entry]))
  for (const { tools, missing, ...capability } of capabilities) {
    const known = byName.get(capability.name)
    if (known?.isBuiltIn) continue
    byName.set(capability.name, {
      ...capability,
      tools: [...new Set([...(known?.tools ?? []), ...tools])],
      missing: [...new Set([...(known?.missing ?? []), ...missing])],
      isBuiltIn: false,
    })
  }
  return [...byName.values()]
}
