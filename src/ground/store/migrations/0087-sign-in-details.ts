import type { Kysely } from 'kysely'

/** Why a sign-in ended as it did, in a sentence for administrators. Older rows have none. */
export async function signInDetails(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('chatapp_sign_in_records').addColumn('detail', 'text').execute()
}
