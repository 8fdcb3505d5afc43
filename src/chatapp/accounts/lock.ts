import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

/** Hold an account until the transaction ends: what is changed by looking at all that is its own is changed by one at a time. */
export async function lockAccount(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.selectFrom('chatapp_users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
