import type { Kysely } from 'kysely'

/** Location of each bridge's events and chats: in a gateway each Hub has its own. */
export async function keptByHubs(db: Kysely<any>): Promise<void> {
  for (const column of ['inbox', 'chats'])
    await db.schema.alterTable('hub_servers').addColumn(column, 'text').execute()
}
