import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

const TTL_MS = 120_000

/**
 * Only the instance that has the lease indexes a Hub's files.
 * @returns False if another instance has the lease.
 */
export async function holdLease(
  { db }: Pick<Store, 'db'>,
  { hub, owner }: { hub: string; owner: string },
  { now }: Pick<Clock, 'now'>,
): Promise<boolean> {
  const at = now()
  const row = { owner, until_ms: at + TTL_MS }
  const held = await db
    .insertInto('knowledge_indexes')
    .values({ hub, ...row })
    .onConflict((conflict) =>
      conflict
        .column('hub')
        .doUpdateSet(row)
        .where((where) =>
          where.or([
            where('knowledge_indexes.owner', '=', owner),
            where('knowledge_indexes.until_ms', '<', at),
          ]),
        ),
    )
    .returning('hub')
    .executeTakeFirst()
  return held !== undefined
}
