import type { Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

type Name =
  | 'projected_change'
  | 'synced_change'
  | 'refreshed_at_ms'
  | 'sync_leased_until_ms'
  | 'accounts_followed'
  | 'accounts_behind'

/** If `lock` is true, other transactions with `lock` wait until this transaction ends. */
export async function readProgress(
  db: Kysely<Tables>,
  name: Name,
  { lock = false }: { lock?: boolean } = {},
): Promise<number> {
  const { value } = await db
    .selectFrom('people_progress')
    .select('value')
    .where('name', '=', name)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  return value
}

export const writeProgress = async (db: Kysely<Tables>, name: Name, value: number): Promise<void> =>
  void (await db.updateTable('people_progress').set({ value }).where('name', '=', name).execute())
