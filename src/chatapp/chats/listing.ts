import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { findDocuments, foundMessages, type Documents, type FoundMessage } from './search/found.ts'
import type { ListedChat } from './chat.ts'
import { listedChats } from './listed.ts'
import type { Cursor } from './schema.ts'
import { isLastingRow } from './temporary.ts'

export interface ChatListing {
  ownerId: string
  /** Null: archived and unarchived chats. */
  archived: boolean | null
  pinned?: boolean | undefined
  folderId?: string | null | undefined
  model?: string | undefined
  /** Only chats changed since this time; epoch seconds. */
  since?: number | undefined
  until?: number | undefined
  files?: boolean | undefined
  shared?: boolean | undefined
  after?: Cursor | undefined
  offset?: number
  limit?: number
}

type Reading = Pick<Store, 'db' | 'slowReads'>

export const listChats = async (store: Reading, listing: ChatListing): Promise<ListedChat[]> =>
  listedChats(store, await listIds(store, listing))

/**
 * The filters `model` and `files` read many messages, so `slowReads` runs the query, on SQLite in a separate thread.
 */
export const listIds = (store: Reading, listing: ChatListing): Promise<string[]> =>
  readIds(listing.model !== undefined || listing.files !== undefined ? store.slowReads : store.db, listing)

export interface FoundChats {
  chats: ListedChat[]
  messages: ReadonlyMap<string, FoundMessage>
}

/**
 * A chat matches if its title or a single message contains all words of `text`, at least as beginnings of words. Empty
 * text matches all chats.
 */
export async function searchChats(store: Reading, listing: ChatListing, text: string): Promise<FoundChats> {
  if (!text) return { chats: await listChats(store, listing), messages: new Map() }
  const documents = await findDocuments(store.slowReads, listing.ownerId, text)
  if (!documents) return { chats: [], messages: new Map() }
  const ids = await readIds(store.slowReads, listing, documents)
  return {
    chats: await listedChats(store, ids),
    messages: await foundMessages(store.slowReads, documents, ids),
  }
}

async function readIds(db: Store['db'], listing: ChatListing, documents?: Documents): Promise<string[]> {
  const { ownerId, offset, limit } = listing
  let query = db
    .selectFrom('chatapp_chats')
    .select('chatapp_chats.id')
    .where('chatapp_chats.user_id', '=', ownerId)
    .where('chatapp_chats.deleted_at', 'is', null)
    .where(isLastingRow)
    .where((eb) => eb.and([...listingConditions(eb, listing), ...contentConditions(eb, listing)]))
  if (documents) query = query.where((eb) => hasOneOf(eb, documents))
  query = query.orderBy('updated_at', 'desc').orderBy('id')
  if (limit !== undefined) query = query.limit(limit)
  if (limit !== undefined && offset) query = query.offset(offset)
  return (await query.execute()).map(({ id }) => id)
}

type Builder = ExpressionBuilder<Tables, 'chatapp_chats'>

/** Flags must be literals in the query, because databases otherwise do not use a partial index on the flag. */
function listingConditions(eb: Builder, listing: ChatListing): Expression<SqlBool>[] {
  const { archived, pinned, folderId, shared, after, since, until } = listing
  const flag = (value: boolean) => sql.lit(value ? 1 : 0)
  const conditions: Expression<SqlBool>[] = []
  if (archived !== null) conditions.push(eb('archived', '=', flag(archived)))
  if (pinned !== undefined) conditions.push(eb('pinned', '=', flag(pinned)))
  if (folderId === null) conditions.push(eb('folder_id', 'is', null))
  else if (folderId !== undefined) conditions.push(eb('folder_id', '=', folderId))
  if (shared !== undefined) conditions.push(eb('share_id', shared ? 'is not' : 'is', null))
  if (since !== undefined) conditions.push(eb('updated_at', '>=', since))
  if (until !== undefined) conditions.push(eb('updated_at', '<=', until))
  if (after)
    conditions.push(
      eb('updated_at', '<=', after.updatedAt), // redundant, but lets the index scan start at the cursor
      eb.or([eb('updated_at', '<', after.updatedAt), eb('chatapp_chats.id', '>', after.id)]),
    )
  return conditions
}

function contentConditions(eb: Builder, { model, files }: ChatListing): Expression<SqlBool>[] {
  const messages = eb
    .selectFrom('chatapp_messages')
    .select('chatapp_messages.id')
    .whereRef('chatapp_messages.chat_id', '=', 'chatapp_chats.id')
  const withFiles = messages.where(sql<boolean>`chatapp_messages.extra like '%"files":%'`)
  return [
    ...(model === undefined ? [] : [eb.exists(messages.where('chatapp_messages.model', '=', model))]),
    ...(files === undefined ? [] : [files ? eb.exists(withFiles) : eb.not(eb.exists(withFiles))]),
  ]
}

function hasOneOf(eb: Builder, { areFew, matchesRow, isAmongMatches }: Documents): Expression<SqlBool> {
  const documents = eb.selectFrom('chatapp_search')
  if (areFew)
    return eb('chatapp_chats.id', 'in', documents.where(isAmongMatches).select('chatapp_search.chat_id'))
  const one = documents.whereRef('chatapp_search.chat_id', '=', 'chatapp_chats.id').where(matchesRow)
  return sql<SqlBool>`${one.select('doc').limit(1)} is not null`
}
