import type { Kysely } from 'kysely'
import { z } from 'zod'
import { nearestName } from '#ground/base/nearest-name.ts'
import type { Tables } from '#ground/store/tables.ts'
import { BUILT_IN_NAMES } from './catalog.ts'
import { ORGANIZATION, type Permission } from './permission.ts'

export type Existing = ReadonlyMap<string, ReadonlySet<Permission>>

interface Change {
  action: 'grant' | 'revoke'
  hub: string
  permission: Permission
}

export interface ExistingDeps {
  db: Kysely<Tables>
  capabilitiesOf?: ((hub: string) => Promise<readonly Permission[]>) | undefined
}

const Names = z.array(z.object({ name: z.string() }))

export async function readExisting(
  { db, capabilitiesOf }: ExistingDeps,
  operations: readonly Change[],
): Promise<Existing> {
  const asked = operations.filter(
    ({ action, permission }) => action === 'grant' && !BUILT_IN_NAMES.has(permission),
  )
  const existing = new Map<string, Set<Permission>>()
  for (const hub of new Set(asked.map((operation) => operation.hub))) {
    const names = new Set(await capabilityNames(db, hub))
    const isUnknown = asked.some((operation) => operation.hub === hub && !names.has(operation.permission))
    if (capabilitiesOf && isUnknown) for (const name of await capabilitiesOf(hub)) names.add(name)
    existing.set(hub, names)
  }
  return existing
}

async function capabilityNames(db: Kysely<Tables>, hub: string): Promise<Permission[]> {
  let query = db.selectFrom('hubs').select('catalog')
  if (hub !== ORGANIZATION) query = query.where('slug', '=', hub)
  const rows = await query.execute()
  return rows.flatMap(({ catalog }) => Names.parse(JSON.parse(catalog)).map(({ name }) => name))
}

export const exists = (
  existing: Existing,
  { hub, permission }: Pick<Change, 'hub' | 'permission'>,
): boolean => BUILT_IN_NAMES.has(permission) || (existing.get(hub)?.has(permission) ?? false)

export function unknownPermission(
  existing: Existing,
  { hub, permission }: Pick<Change, 'hub' | 'permission'>,
): string {
  const known = [...BUILT_IN_NAMES, ...(existing.get(hub) ?? [])]
  const nearest = nearestName(permission, known)
  const hint = nearest ? `did you mean ${nearest}?` : `there are ${known.slice(0, 20).join(', ')}`
  return `There is no permission ${permission} ${hub === ORGANIZATION ? 'on any Hub' : `on ${hub}`}; ${hint}`
}

export async function knownPermissions(
  { db, capabilitiesOf }: ExistingDeps,
  hub: string,
): Promise<Permission[]> {
  const further = (await capabilitiesOf?.(hub)) ?? []
  return [...new Set([...BUILT_IN_NAMES, ...(await capabilityNames(db, hub)), ...further])]
}

export function createIdle(deps: ExistingDeps): (hub: string) => Promise<readonly Permission[]> {
  const kept = new Map<string, { state: string; idle: readonly Permission[] }>()
  return async (hub) => {
    const known = await knownPermissions(deps, hub)
    const policy = deps.db.selectFrom('access_policies').select('revision').where('hub', '=', hub)
    const state = JSON.stringify([await policy.executeTakeFirst(), known])
    const before = kept.get(hub)
    if (before?.state === state) return before.idle
    const rows = await deps.db
      .selectFrom('access_grants')
      .select('permission')
      .distinct()
      .where('hub', '=', hub)
      .where('permission', 'not in', known)
      .orderBy('permission')
      .execute()
    const idle = rows.map(({ permission }) => permission)
    kept.set(hub, { state, idle })
    return idle
  }
}
