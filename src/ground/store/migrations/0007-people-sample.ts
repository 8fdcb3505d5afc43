import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'

/** One of 256 people, by the hash of their subjects: from them it is guessed how many a filter of the list finds. */
export async function peopleSample(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('people_sample')
    .addColumn('subject', 'text', (column) => column.primaryKey().notNull())
    .execute()
  await fill(db)
}

async function fill(db: Kysely<any>): Promise<void> {
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('people')
      .select('subject')
      .where('subject', '>', last)
      .orderBy('subject')
      .limit(1000)
      .execute()
    const subjects = rows.map(({ subject }) => subject as string)
    const sampled = subjects.filter((subject) => createHash('sha256').update(subject).digest()[0] === 0)
    if (sampled.length > 0)
      await db
        .insertInto('people_sample')
        .values(sampled.map((subject) => ({ subject })))
        .execute()
    if (subjects.length === 0) return
    last = subjects.at(-1)!
  }
}
