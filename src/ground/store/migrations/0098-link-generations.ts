import type { Kysely } from 'kysely'

/** The owner of a chat may revoke the links to its files. A chat without a revocation has no generation. */
export async function linkGenerations(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('chat_scopes').addColumn('link_generation', 'integer').execute()
}
