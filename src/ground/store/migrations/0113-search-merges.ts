import { sql, type Kysely } from 'kysely'
import { kindOf } from '../kind.ts'

/** The web chat merges the segments of its search index itself, in short statements. */
export async function searchMerges(db: Kysely<any>): Promise<void> {
  if (kindOf(db) === 'sqlite')
    await sql`insert into chatapp_search_words (chatapp_search_words, rank) values ('automerge', 0)`.execute(
      db,
    )
}
