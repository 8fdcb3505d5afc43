import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Store } from '#ground/store/store.ts'

export interface AccessCounts {
  grants: number
  subjects: number
  blocked: number
}

const MAX_CACHED_SCOPES = 200

/** Counting reads every grant, so the result is cached until access changes. */
export function createCounts({ db, slowReads: aside }: Pick<Store, 'db' | 'slowReads'>) {
  const kept = new BoundedMap<string, { change: number; counts: Promise<AccessCounts> }>(MAX_CACHED_SCOPES)
  return async (hubs: readonly string[] | null): Promise<AccessCounts> => {
    if (hubs?.length === 0) return { grants: 0, subjects: 0, blocked: 0 }
    const { count: change } = await db
      .selectFrom('audit_heads')
      .select('count')
      .where('ledger', '=', 'access_changes')
      .executeTakeFirstOrThrow()
    const key = JSON.stringify(hubs?.toSorted() ?? null)
    const known = kept.get(key)
    if (known?.change === change) return known.counts
    const counts = hubs ? countOn(aside, hubs) : countAll(aside)
    kept.set(key, { change, counts })
    counts.catch(() => kept.delete(key))
    return counts
  }
}

async function countOn(db: Store['db'], hubs: readonly string[]): Promise<AccessCounts> {
  const counts = await db
    .selectFrom('access_grants')
    .where('hub', 'in', hubs)
    .select((eb) => [
      eb.fn.countAll<number>().as('grants'),
      eb.fn.count<number>('subject').distinct().as('subjects'),
    ])
    .executeTakeFirstOrThrow()
  return { ...counts, blocked: 0 }
}

async function countAll(db: Store['db']): Promise<AccessCounts> {
  const count = async (table: 'access_grants' | 'access_subjects' | 'access_blocks') => {
    const query = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n'))
    return (await query.executeTakeFirstOrThrow()).n
  }
  return {
    grants: await count('access_grants'),
    subjects: await count('access_subjects'),
    blocked: await count('access_blocks'),
  }
}
