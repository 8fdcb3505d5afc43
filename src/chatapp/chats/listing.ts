import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { foundChats } from './search/found.ts'
import { chatOf, type Chat } from './chat.ts'
import type { Cursor } from './schema.ts'

export interface ChatListing {
  ownerId: string
  /** Null lists both. */
  archived: boolean | null
  pinned?: boolean | undefined
  /** In this folder; null: in none. */
  folderId?: string | null | undefined
  /** Beginnings of words of the title or of one message, in any case. */
  text?: string
  /** Of one of its messages. */
  model?: string | undefined
  /** Of the last change, epoch seconds. */
  since?: number | undefined
  until?: number | undefined
  /** Whether a message of it has files. */
  files?: boolean | undefined
  /** Whether others may read it. */
  shared?: boolean | undefined
  /** Begin behind this one. */
  after?: Cursor | undefined
  offset?: number
  limit?: number
}

/** Newest first, without those that are deleted. */
export async function listChats(
  { db, aside }: Pick<Store, 'db' | 'aside'>,
  listing: ChatListing,
): Promise<Chat[]> {
  const { ownerId, text, model, files, offset, limit } = listing
  // Who writes much has much to search.
  const from = text || model !== undefined || files !== undefined ? aside : db
  let query = from
    .selectFrom('chatapp_chats')
    .selectAll()
    .where('chatapp_chats.user_id', '=', ownerId)
    .where('chatapp_chats.deleted_at', 'is', null)
    .where((eb) => eb.and([...placeConditions(eb, listing), ...contentConditions(eb, listing)]))
  if (text) {
    const found = foundChats(from, ownerId, text)
    if (!found) return []
    query = query.where('chatapp_chats.id', 'in', found)
  }
  query = query.orderBy('updated_at', 'desc').orderBy('id')
  if (limit !== undefined) query = query.limit(limit)
  if (limit !== undefined && offset) query = query.offset(offset)
  return (await query.execute()).map(chatOf)
}

type Builder = ExpressionBuilder<Tables, 'chatapp_chats'>

/** Flags are written out: the index of a list holds those alone that belong into it, which a database sees only so. */
function placeConditions(eb: Builder, listing: ChatListing): Expression<SqlBool>[] {
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
      eb('updated_at', '<=', after.updatedAt), // the index begins there
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
