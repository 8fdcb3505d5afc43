import type { Selectable } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { primaryId } from './primary.ts'

export interface ChangesPage {
  /**
   * The page contains the changes with numbers above this: the requested `after`, or 0 if `after` is higher than every
   * number. In the second case, the database was restored from a backup, and the caller must read all changes again.
   */
  from: number
  users: ChangedAccount[]
  gone: string[]
  to: number
  more: boolean
  primary: string | null
}

export type ChangedAccount = Pick<
  Selectable<Tables['chatapp_users']>,
  'id' | 'email' | 'name' | 'role' | 'oauth' | 'created_at' | 'last_active_at'
>

export async function readChanges(
  { db }: Pick<Store, 'db'>,
  { after, limit }: { after: number; limit: number },
): Promise<ChangesPage> {
  const newest = await db
    .selectFrom('chatapp_user_changes')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const from = after > (newest?.seq ?? 0) ? 0 : after
  const rows = await db
    .selectFrom('chatapp_user_changes')
    .selectAll()
    .where('seq', '>', from)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const ids = rows.map(({ account_id }) => account_id)
  const users = await accountsOf(db, ids)
  return {
    from,
    users: ids.flatMap((id) => users.get(id) ?? []),
    gone: ids.filter((id) => !users.has(id)),
    to: rows.at(-1)?.seq ?? from,
    more: rows.length === limit,
    primary: await primaryId(db),
  }
}

async function accountsOf(db: Store['db'], ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, ChangedAccount>()
  const rows = await db
    .selectFrom('chatapp_users')
    .select(['id', 'email', 'name', 'role', 'oauth', 'created_at', 'last_active_at'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
