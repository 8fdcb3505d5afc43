import { sql, type Kysely } from 'kysely'

/** Grants may have an expiry, and are indexed by permission; people are found by text inside of words. */
export async function accessAtSize(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('access_grants').addColumn('expires_at_ms', 'bigint').execute()
  await db.schema
    .createIndex('access_grants_by_end')
    .on('access_grants')
    .columns(['expires_at_ms'])
    .where('expires_at_ms', 'is not', null)
    .execute()
  await db.schema
    .createIndex('access_grants_by_permission')
    .on('access_grants')
    .columns(['permission', 'hub', 'subject'])
    .execute()
  await endingsOfWords(db)
}

/** Beside each word all its endings: a prefix search finds text inside the word. */
const endingsOfWords = (db: Kysely<any>) =>
  sql`
    insert into people_words (word, subject)
    with recursive places (start) as (select 2 union all select start + 1 from places where start < 64)
    select distinct substr(word, start), subject
    from people_words join places on start <= length(word)
    where true
    on conflict do nothing`.execute(db)
