import { sql, type Kysely } from 'kysely'
import { kindOf } from '../kind.ts'

/**
 * The search index of chats: a title or a message each is a document, and its words are full-text indexed in
 * each database's own way. Existing chats are indexed by the running web chat, as millions of messages would
 * delay the start; the setting has the progress.
 */
export async function chatSearch(db: Kysely<any>): Promise<void> {
  const isPostgres = kindOf(db) === 'postgres'
  await db.schema
    .createTable('chatapp_search')
    .addColumn('doc', isPostgres ? 'bigint' : 'integer', (column) =>
      isPostgres ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey(),
    )
    .addColumn('chat_id', 'text', (column) =>
      column.notNull().references('chatapp_chats.id').onDelete('cascade'),
    )
    .addColumn('message_id', 'text', (column) => column.notNull())
    .$call((table) => (isPostgres ? table.addColumn('words', sql`tsvector`) : table))
    .addUniqueConstraint('chatapp_search_once', ['chat_id', 'message_id'])
    .execute()
  await (isPostgres ? postgresWords(db) : sqliteWords(db))
  await sql`
    insert into chatapp_settings (key, value)
    select 'internal.chat_search', '{"chat":"","message":""}' where exists (select 1 from chatapp_chats)`.execute(
    db,
  )
}

/** Without the pending list of new words, which every search would read. */
const postgresWords = (db: Kysely<any>) =>
  sql`create index chatapp_search_by_words on chatapp_search using gin (words) with (fastupdate = off)`.execute(
    db,
  )

/** The index alone, without texts and positions. Its tokenizer takes the words between spaces unchanged. */
async function sqliteWords(db: Kysely<any>): Promise<void> {
  await sql`
    create virtual table chatapp_search_words using fts5(
      words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
    )`.execute(db)
  await sql`
    create trigger chatapp_search_removed after delete on chatapp_search begin
      delete from chatapp_search_words where rowid = old.doc;
    end`.execute(db)
}
