import type { Kysely } from 'kysely'

/** Where each bridge has events and chats of its Hub: in a gateway that is each Hub's own. */
export async function keptByHubs(db: Kysely<any>): Promise<void> {
  for (const column of ['inbox', 'chats'])
    await db.schema.alterTable('hub_servers').addColumn(column, 'text').execute()
}
