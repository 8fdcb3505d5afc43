import type { Kysely } from 'kysely'

export async function outboxCards(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('outbox_parts').addColumn('card', 'text').execute()
}
