import { sql, type Kysely } from 'kysely'

/** Instances on the store, the leases of running turns, and the instances that executed runs. */
export async function machines(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('machines')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('heard_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .addColumn('draining', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('turn_leases')
    .addColumn('chat_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('answer_id', 'text', (column) => column.notNull())
    .addColumn('machine_id', 'text', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .alterTable('chatapp_chats')
    .addColumn('turn_epoch', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('hub_servers').addColumn('machine_id', 'text').execute()
  await db.schema.alterTable('runs').addColumn('machine', 'text').execute()
  await leasesOfLeftTurns(db)
}

/** A release that knew no leases left these when it ended: the first start takes them for cut off. */
const leasesOfLeftTurns = (db: Kysely<any>) =>
  sql`
    insert into turn_leases (chat_id, answer_id, machine_id, epoch, until_ms)
    select chat_id, max(id), '', 0, 0 from chatapp_messages where state = 'running' group by chat_id`.execute(
    db,
  )
