import type { Kysely } from 'kysely'

/** Finds the sign-ins of an e-mail address from a network without reading its refused attempts. */
export async function knownNetworks(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex('chatapp_sign_in_records_by_network')
    .on('chatapp_sign_in_records')
    .columns(['email', 'network', 'outcome'])
    .execute()
}
