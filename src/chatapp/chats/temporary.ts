import { sql, type Expression, type SqlBool } from 'kysely'

/**
 * Temporary chats have ids with this prefix. Lists, search and exports leave them out, and the sweep of `deletions.ts`
 * removes them. Ids with a colon belong to clients that store no chat at all.
 */
const PREFIX = 'temporary-'

export const TEMPORARY_SECONDS = 86_400

export const temporaryId = (id: string): string => `${PREFIX}${id}`

export const isTemporary = (chatId: string): boolean => chatId.startsWith(PREFIX)

export const isTemporaryRow: Expression<SqlBool> = sql<SqlBool>`chatapp_chats.id like ${sql.lit(`${PREFIX}%`)}`
export const isLastingRow: Expression<SqlBool> = sql<SqlBool>`chatapp_chats.id not like ${sql.lit(`${PREFIX}%`)}`
