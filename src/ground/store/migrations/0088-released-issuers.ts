import type { Kysely } from 'kysely'

/**
 * The issuer whose next person with a verified e-mail may open an account, after an administrator released
 * the old identity.
 */
export async function releasedIssuers(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('chatapp_users').addColumn('released_issuer', 'text').execute()
}
