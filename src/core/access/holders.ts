import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Store } from '#ground/store/store.ts'
import { ORGANIZATION, type Permission } from './permission.ts'
import { EVERYONE } from './subject.ts'

export type Holders = ReadonlyMap<string, ReadonlyMap<Permission, number>>

const MAX_CACHED_SCOPES = 50

/** Counting reads every grant, so the result is cached until access changes. */
export function createHolders({ db, slowReads: aside }: Pick<Store, 'db' | 'slowReads'>) {
  const kept = new BoundedMap<string, { change: number; holders: Promise<Holders> }>(MAX_CACHED_SCOPES)
  return async (hubs: readonly string[]): Promise<Holders> => {
    if (hubs.length === 0) return new Map()
    const { count: change } = await db
      .selectFrom('audit_heads')
      .select('count')
      .where('ledger', '=', 'access_changes')
      .executeTakeFirstOrThrow()
    const key = JSON.stringify(hubs)
    const known = kept.get(key)
    if (known?.change === change) return known.holders
    const holders = countHolders(aside, hubs)
    kept.set(key, { change, holders })
    holders.catch(() => kept.delete(key))
    return holders
  }
}

async function countHolders(db: Store['db'], hubs: readonly string[]): Promise<Holders> {
  const direct = await db
    .selectFrom('access_grants')
    .select((eb) => ['hub', 'permission', eb.fn.countAll<number>().as('holders')])
    .where('hub', 'in', [...hubs, ORGANIZATION])
    .where('subject', '!=', EVERYONE)
    .groupBy(['hub', 'permission'])
    .execute()
  // A subject with grants on both the Hub and the organization counts once.
  const both = await db
    .selectFrom('access_grants as everywhere')
    .innerJoin('access_grants as here', (join) =>
      join
        .onRef('here.subject', '=', 'everywhere.subject')
        .onRef('here.permission', '=', 'everywhere.permission'),
    )
    .select((eb) => ['here.hub', 'here.permission', eb.fn.countAll<number>().as('holders')])
    .where('everywhere.hub', '=', ORGANIZATION)
    .where('everywhere.subject', '!=', EVERYONE)
    .where('here.hub', 'in', hubs)
    .groupBy(['here.hub', 'here.permission'])
    .execute()
  const everywhere = direct.filter(({ hub }) => hub === ORGANIZATION)
  const counts = new Map(hubs.map((hub) => [hub, new Map<Permission, number>()]))
  const add = (hub: string, permission: Permission, by: number) => {
    const ofHub = counts.get(hub)!
    ofHub.set(permission, (ofHub.get(permission) ?? 0) + by)
  }
  for (const { hub, permission, holders } of direct)
    if (hub !== ORGANIZATION || counts.has(ORGANIZATION)) add(hub, permission, holders)
  for (const hub of hubs)
    if (hub !== ORGANIZATION) for (const { permission, holders } of everywhere) add(hub, permission, holders)
  for (const { hub, permission, holders } of both) if (hub !== ORGANIZATION) add(hub, permission, -holders)
  return counts
}
