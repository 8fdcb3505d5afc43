import { sql, type AliasedExpression, type Kysely, type RawBuilder } from 'kysely'
import { databaseKind } from '#ground/store/kind.ts'
import type { Tables } from '#ground/store/tables.ts'
import { BY_POSITION_INDEX } from '../outline.ts'
import { searchMark } from './mark.ts'
import { parseSearchTerms } from './words.ts'

type Db = Kysely<Tables>

export interface Documents {
  areFew: boolean
  matchesRow: RawBuilder<boolean>
  isAmongMatches: RawBuilder<boolean>
}

const MAX_FEW_MATCHES = 5000

/** Reads only the person's range of the index. Null: no match. */
export async function findDocuments(db: Db, ownerId: string, text: string): Promise<Documents | null> {
  const terms = parseSearchTerms(searchMark(ownerId), text) // only letters, digits and `_`, so no FTS operators
  if (terms.length === 0) return null
  const { docs, ...conditions } = databaseKind(db) === 'postgres' ? inPostgres(terms) : inSqlite(terms)
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (${docs} limit ${sql.lit(MAX_FEW_MATCHES + 1)}) as first`.execute(db)
  const { found } = rows[0]!
  if (found === 0) return null
  return { areFew: found <= MAX_FEW_MATCHES, ...conditions }
}

function inPostgres(terms: readonly string[]) {
  const query = terms.map((term) => `${term}:*`).join(' & ')
  const matchesRow = sql<boolean>`chatapp_search.words @@ ${query}::tsquery`
  return {
    docs: sql`select doc from chatapp_search where ${matchesRow}`,
    matchesRow,
    isAmongMatches: matchesRow,
  }
}

/** The unary `+` stops SQLite from using the index on `doc`, which would make the query slow. */
function inSqlite(terms: readonly string[]) {
  const query = terms.map((term) => `"${term}" *`).join(' AND ')
  const docs = sql`select rowid from chatapp_search_words where chatapp_search_words match ${query}`
  return {
    docs,
    matchesRow: sql<boolean>`+chatapp_search.doc in (${docs})`,
    isAmongMatches: sql<boolean>`chatapp_search.doc in (${docs})`,
  }
}

export interface FoundMessage {
  id: string
  content: string
}

const MAX_READ_CHARS = 200_000

export async function foundMessages(
  db: Db,
  documents: Documents,
  chatIds: readonly string[],
): Promise<Map<string, FoundMessage>> {
  if (chatIds.length === 0) return new Map()
  const newest = documents.areFew ? newestOfFew(db, documents, chatIds) : newestMet(db, documents, chatIds)
  const rows = await db
    .selectFrom(newest)
    .innerJoin('chatapp_messages as message', (join) =>
      join.onRef('message.chat_id', '=', 'newest.chat_id').onRef('message.id', '=', 'newest.id'),
    )
    .select([
      'message.chat_id',
      'message.id',
      sql<string>`substr(message.content, 1, ${sql.lit(MAX_READ_CHARS)})`.as('content'),
    ])
    .execute()
  return new Map(rows.map(({ chat_id, id, content }) => [chat_id, { id, content }]))
}

type Newest = AliasedExpression<{ chat_id: string; id: string }, 'newest'>

function newestOfFew(db: Db, { matchesRow }: Documents, chatIds: readonly string[]): Newest {
  const ranked = db
    .selectFrom('chatapp_search')
    .innerJoin('chatapp_messages as known', (join) =>
      join
        .onRef('known.chat_id', '=', 'chatapp_search.chat_id')
        .onRef('known.id', '=', 'chatapp_search.message_id'),
    )
    .where(matchesRow)
    .where('chatapp_search.chat_id', 'in', chatIds)
    .select([
      'known.chat_id',
      'known.id',
      sql<number>`row_number() over (partition by known.chat_id order by known.position desc)`.as('place'),
    ])
  return db.selectFrom(ranked.as('ranked')).where('place', '=', 1).select(['chat_id', 'id']).as('newest')
}

const newestMet = (db: Db, { matchesRow }: Documents, chatIds: readonly string[]): Newest =>
  db
    .selectFrom('chatapp_chats')
    .where('chatapp_chats.id', 'in', chatIds)
    .select((eb) => [
      'chatapp_chats.id as chat_id',
      eb
        .selectFrom('chatapp_messages')
        .innerJoin('chatapp_search', (join) =>
          join
            .onRef('chatapp_search.chat_id', '=', 'chatapp_messages.chat_id')
            .onRef('chatapp_search.message_id', '=', 'chatapp_messages.id'),
        )
        .whereRef('chatapp_messages.chat_id', '=', 'chatapp_chats.id')
        .where(BY_POSITION_INDEX)
        .where(matchesRow)
        .select('chatapp_messages.id')
        .orderBy('position', 'desc')
        .limit(1)
        .$asScalar()
        .$notNull()
        .as('id'),
    ])
    .as('newest')
