import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { kindOf } from '#ground/store/kind.ts'
import type { Tables } from '#ground/store/tables.ts'
import { markOf } from './mark.ts'
import { askedTerms } from './words.ts'

/**
 * Somebody's chats whose title, or one message of which, has a word that begins with each word of a text. Nobody
 * else's part of the index is read.
 *
 * @returns A query of their ids; null when the text holds no word, so that nothing can be found.
 */
export function foundChats(
  db: Kysely<Tables>,
  ownerId: string,
  text: string,
): SelectQueryBuilder<Tables, 'chatapp_search', { chat_id: string }> | null {
  const terms = askedTerms(markOf(ownerId), text) // letters, digits and `_` alone: nothing in them is an operator
  if (terms.length === 0) return null
  const found = db.selectFrom('chatapp_search').select('chat_id')
  if (kindOf(db) === 'postgres') {
    const asked = terms.map((term) => `${term}:*`).join(' & ')
    return found.where(sql<boolean>`words @@ ${asked}::tsquery`)
  }
  const asked = terms.map((term) => `"${term}" *`).join(' AND ')
  return found.where(
    'doc',
    'in',
    db
      .selectFrom('chatapp_search_words')
      .select('rowid')
      .where(sql<boolean>`chatapp_search_words match ${asked}`),
  )
}
