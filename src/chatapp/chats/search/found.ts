import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { kindOf } from '#ground/store/kind.ts'
import type { Tables } from '#ground/store/tables.ts'
import { markOf } from './mark.ts'
import { askedTerms } from './words.ts'

/** Longest beginning of a message that is read for what is said around a match. */
const READ = 200_000

/**
 * Somebody's chats whose title, or one message of which, has a word that begins with each word of a text. Nobody
 * else's part of the index is read.
 *
 * @returns A query of their ids; null when the text holds no word, so that nothing can be found.
 */
export const foundChats = (
  db: Kysely<Tables>,
  ownerId: string,
  text: string,
): SelectQueryBuilder<Tables, 'chatapp_search', { chat_id: string }> | null =>
  matching(db, ownerId, text)?.select('chatapp_search.chat_id') ?? null

/** A message that matches. */
export interface FoundMessage {
  id: string
  content: string
}

/** Of each of these chats the newest message that matches, all with one question. */
export async function foundMessages(
  db: Kysely<Tables>,
  ownerId: string,
  text: string,
  chatIds: readonly string[],
): Promise<Map<string, FoundMessage>> {
  const found = chatIds.length > 0 ? matching(db, ownerId, text, OF_FEW_CHATS) : null
  if (!found) return new Map()
  const ranked = found
    .innerJoin('chatapp_messages as known', (join) =>
      join
        .onRef('known.chat_id', '=', 'chatapp_search.chat_id')
        .onRef('known.id', '=', 'chatapp_search.message_id'),
    )
    .where('chatapp_search.chat_id', 'in', chatIds)
    .select([
      'known.chat_id',
      'known.id',
      sql<number>`row_number() over (partition by known.chat_id order by known.position desc)`.as('place'),
    ])
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .innerJoin('chatapp_messages as message', (join) =>
      join.onRef('message.chat_id', '=', 'ranked.chat_id').onRef('message.id', '=', 'ranked.id'),
    )
    .where('ranked.place', '=', 1)
    .select([
      'message.chat_id',
      'message.id',
      sql<string>`substr(message.content, 1, ${sql.lit(READ)})`.as('content'),
    ])
    .execute()
  return new Map(rows.map(({ chat_id, id, content }) => [chat_id, { id, content }]))
}

/**
 * SQLite takes it for cheap to ask the index of words anew for each document of a chat, which it is not: the sign keeps
 * it from that, so it asks once and goes through the documents of these chats.
 */
const OF_FEW_CHATS = sql<number>`+chatapp_search.doc`

/** The documents of the index that match; null when nothing can. */
function matching(
  db: Kysely<Tables>,
  ownerId: string,
  text: string,
  doc: RawBuilder<number> = sql.ref('chatapp_search.doc'),
) {
  const terms = askedTerms(markOf(ownerId), text) // letters, digits and `_` alone: nothing in them is an operator
  if (terms.length === 0) return null
  const documents = db.selectFrom('chatapp_search')
  if (kindOf(db) === 'postgres') {
    const asked = terms.map((term) => `${term}:*`).join(' & ')
    return documents.where(sql<boolean>`chatapp_search.words @@ ${asked}::tsquery`)
  }
  const asked = terms.map((term) => `"${term}" *`).join(' AND ')
  return documents.where(
    doc,
    'in',
    db
      .selectFrom('chatapp_search_words')
      .select('rowid')
      .where(sql<boolean>`chatapp_search_words match ${asked}`),
  )
}
