import type { Kysely } from 'kysely'

/** The provider that began a session: sign-out returns there, and the provider's own sign-out ends the session here. */
export async function providerSessions(db: Kysely<any>): Promise<void> {
  for (const column of ['provider', 'issuer', 'subject', 'provider_session', 'id_token'])
    await db.schema.alterTable('chatapp_sessions').addColumn(column, 'text').execute()
  await db.schema
    .createIndex('chatapp_sessions_by_subject')
    .on('chatapp_sessions')
    .columns(['issuer', 'subject'])
    .execute()
  await db.schema
    .createIndex('chatapp_sessions_by_provider_session')
    .on('chatapp_sessions')
    .columns(['issuer', 'provider_session'])
    .execute()
}
