import { sql, type AliasedExpression, type Kysely, type RawBuilder } from 'kysely'
import { databaseKind } from '#ground/store/kind.ts'
import type { Tables } from '#ground/store/tables.ts'
import { WALKED } from '../outline.ts'
import { searchMark } from './mark.ts'
import { parseSearchTerms } from './words.ts'

type Db = Kysely<Tables>

/** Titles and messages that match a search. */
export interface Documents {
  /** Whether to read the matches directly. If not, chats are read newest first until enough of them match. */
  areFew: boolean
  /** Whether a row of `chatapp_search`, which was found otherwise, is one. */
  isOne: RawBuilder<boolean>
  /** The same for a query that begins with them. */
  isAnyOne: RawBuilder<boolean>
}

/** Maximum number of matches that count as few: with more, a scan of chats finds a match soon. */
const FEW = 5000

/**
 * A person's titles and messages with a word that begins with each word of a text. Only their own part of the
 * index is read.
 *
 * @returns Null when there are none.
 */
export async function findDocuments(db: Db, ownerId: string, text: string): Promise<Documents | null> {
  const terms = parseSearchTerms(searchMark(ownerId), text) // letters, digits and `_` alone: nothing in them is an operator
  if (terms.length === 0) return null
  const { docs, ...conditions } = databaseKind(db) === 'postgres' ? inPostgres(terms) : inSqlite(terms)
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (${docs} limit ${sql.lit(FEW + 1)}) as first`.execute(db)
  const { found } = rows[0]!
  if (found === 0) return null
  return { areFew: found <= FEW, ...conditions }
}

function inPostgres(terms: readonly string[]) {
  const asked = terms.map((term) => `${term}:*`).join(' & ')
  const isOne = sql<boolean>`chatapp_search.words @@ ${asked}::tsquery`
  return { docs: sql`select doc from chatapp_search where ${isOne}`, isOne, isAnyOne: isOne }
}

/**
 * SQLite's planner would query the word index again for each document of a chat, which is slow: the sign
 * prevents that, so it is queried once.
 */
function inSqlite(terms: readonly string[]) {
  const asked = terms.map((term) => `"${term}" *`).join(' AND ')
  const docs = sql`select rowid from chatapp_search_words where chatapp_search_words match ${asked}`
  return {
    docs,
    isOne: sql<boolean>`+chatapp_search.doc in (${docs})`,
    isAnyOne: sql<boolean>`chatapp_search.doc in (${docs})`,
  }
}

/** A message that matches. */
export interface FoundMessage {
  id: string
  content: string
}

/** Maximum length of a message's beginning that is searched for the text around a match. */
const READ = 200_000

/** Of each of these chats the newest message among some documents, all with one question. */
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
      sql<string>`substr(message.content, 1, ${sql.lit(READ)})`.as('content'),
    ])
    .execute()
  return new Map(rows.map(({ chat_id, id, content }) => [chat_id, { id, content }]))
}

type Newest = AliasedExpression<{ chat_id: string; id: string }, 'newest'>

/** The newest of all that match. */
function newestOfFew(db: Db, { isOne }: Documents, chatIds: readonly string[]): Newest {
  const ranked = db
    .selectFrom('chatapp_search')
    .innerJoin('chatapp_messages as known', (join) =>
      join
        .onRef('known.chat_id', '=', 'chatapp_search.chat_id')
        .onRef('known.id', '=', 'chatapp_search.message_id'),
    )
    .where(isOne)
    .where('chatapp_search.chat_id', 'in', chatIds)
    .select([
      'known.chat_id',
      'known.id',
      sql<number>`row_number() over (partition by known.chat_id order by known.position desc)`.as('place'),
    ])
  return db.selectFrom(ranked.as('ranked')).where('place', '=', 1).select(['chat_id', 'id']).as('newest')
}

/** The first that matches, from a chat's newest message on. */
const newestMet = (db: Db, { isOne }: Documents, chatIds: readonly string[]): Newest =>
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
        .where(WALKED)
        .where(isOne)
        .select('chatapp_messages.id')
        .orderBy('position', 'desc')
        .limit(1)
        .$asScalar()
        .$notNull()
        .as('id'),
    ])
    .as('newest')
