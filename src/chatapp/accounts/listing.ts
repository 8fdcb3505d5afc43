import { sql } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import { readAccountRow } from './account.ts'

export interface AccountListing {
  query?: string
  /** The list contains only the account with this id and the members of its groups. */
  visibleTo?: string | undefined
  orderBy: 'name' | 'email' | 'created_at' | 'last_active_at' | 'updated_at' | 'role'
  direction: 'asc' | 'desc'
  offset: number
  limit: number
}

export async function listAccounts(
  { slowReads: aside }: Pick<Store, 'slowReads'>,
  { query, visibleTo, orderBy, direction, offset, limit }: AccountListing,
) {
  let matching = aside.selectFrom('chatapp_users')
  if (visibleTo !== undefined) matching = matching.where('id', 'in', visibleAccounts(aside, visibleTo))
  if (query) {
    const pattern = `%${query.toLowerCase()}%`
    matching = matching.where((where) =>
      where.or([
        where(sql<string>`lower(name)`, 'like', pattern),
        where(sql<string>`lower(email)`, 'like', pattern),
      ]),
    )
  }
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy(orderBy, direction)
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return { accounts: rows.map((row) => readAccountRow(row)!), total }
}

export const isVisibleAccount = async (
  { slowReads: aside }: Pick<Store, 'slowReads'>,
  viewerId: string,
  id: string,
): Promise<boolean> =>
  (await aside
    .selectFrom('chatapp_users')
    .select('id')
    .where('id', '=', id)
    .where('id', 'in', visibleAccounts(aside, viewerId))
    .executeTakeFirst()) !== undefined

const visibleAccounts = (db: Store['slowReads'], accountId: string) =>
  db
    .selectFrom('chatapp_group_members as member')
    .innerJoin('chatapp_group_members as own', 'own.group_id', 'member.group_id')
    .where('own.user_id', '=', accountId)
    .select('member.user_id as id')
    .union(db.selectFrom('chatapp_users').where('id', '=', accountId).select('id'))
