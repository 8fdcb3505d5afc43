import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

export async function lockAccount(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.selectFrom('chatapp_users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
