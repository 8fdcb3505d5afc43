import type { Kysely } from 'kysely'

/** The e-mail that a provider last gave an identity, so that a change of it at the provider is noticed. Null: not known yet. */
export async function identityEmails(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('chatapp_identities').addColumn('email', 'text').execute()
}
