import type { Kysely } from 'kysely'

/** By what people know a sign-in of theirs. Those from before are not known by anything. */
export async function sessionFacts(db: Kysely<any>): Promise<void> {
  for (const [column, type] of [
    ['address', 'text'],
    ['user_agent', 'text'],
    ['last_seen_at', 'bigint'],
  ] as const)
    await db.schema.alterTable('chatapp_sessions').addColumn(column, type).execute()
}
