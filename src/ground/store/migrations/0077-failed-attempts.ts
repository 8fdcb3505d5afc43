import type { Kysely } from 'kysely'

/** Attempts at a password, a code or a key that failed, for machines to count together. */
export async function failedAttempts(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('failed_attempts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('failed_attempts_by_subject')
    .on('failed_attempts')
    .columns(['subject', 'until_ms'])
    .execute()
  await db.schema
    .createIndex('failed_attempts_by_until_ms')
    .on('failed_attempts')
    .column('until_ms')
    .execute()
}
