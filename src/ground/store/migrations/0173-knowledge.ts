import { sql, type Kysely } from 'kysely'
import { databaseKind } from '../kind.ts'

const COMMON = [
  `create table knowledge_indexes (
    hub text not null primary key,
    owner text not null,
    until_ms bigint not null
  )`,
  `create table knowledge_documents (
    id text not null primary key,
    hub text not null,
    path text not null,
    size bigint not null,
    modified_ms bigint not null,
    state text not null,
    reason text
  )`,
  'create index knowledge_documents_by_hub on knowledge_documents (hub, state, path)',
]

/** The terms of `search-terms.ts` are stored unchanged, so that both databases find the same text in each language. */
const SQLITE = [
  `create table knowledge_passages (
    id integer primary key,
    document_id text not null,
    first_line integer not null,
    last_line integer not null,
    text text not null
  )`,
  `create virtual table knowledge_words using fts5(
    words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
  )`,
  // The indexer merges the segments of the index itself, in short statements.
  `insert into knowledge_words (knowledge_words, rank) values ('automerge', 0)`,
  `create trigger knowledge_passage_removed after delete on knowledge_passages begin
    delete from knowledge_words where rowid = old.id;
    end`,
]

const POSTGRES = [
  `create table knowledge_passages (
    id bigint generated always as identity primary key,
    document_id text not null,
    first_line integer not null,
    last_line integer not null,
    text text not null,
    words tsvector
  )`,
  'create index knowledge_passages_by_words on knowledge_passages using gin (words) with (fastupdate = off)',
]

/** Passages of a Hub's files, found by words. */
export async function knowledge(db: Kysely<any>): Promise<void> {
  const own = databaseKind(db) === 'postgres' ? POSTGRES : SQLITE
  const passages = 'create index knowledge_passages_by_document on knowledge_passages (document_id, id)'
  for (const statement of [...COMMON, ...own, passages]) await sql.raw(statement).execute(db)
}
