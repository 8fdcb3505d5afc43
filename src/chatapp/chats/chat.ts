import type { Selectable, Transaction } from 'kysely'
import { readJson } from '#ground/base/json/read.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { StoredMessage } from './message.ts'
import type { MessageRole, MessageState } from './schema.ts'

/** Times are epoch seconds. */
export interface StoredChat {
  id: string
  ownerId: string
  title: string
  /** Newest message of the displayed branch. */
  currentId: string | null
  /** Other fields that clients sent, such as `models`. */
  extra: Record<string, unknown>
  pinned: boolean
  archived: boolean
  folderId: string | null
  shareId: string | null
  /** Number of turns so far. */
  turnEpoch: number
  createdAt: number
  updatedAt: number
}

export interface ChatWithMessages extends StoredChat {
  /** In order of arrival. */
  messages: StoredMessage[]
}

export interface ListedChat extends Omit<StoredChat, 'extra'> {
  model: string | null
}

export const withoutHistory = ({ extra, ...chat }: StoredChat): ListedChat => ({
  ...chat,
  model: readChatModel({ extra }),
})

/** Clients store the model as the first item of `models`. */
export const readChatModel = ({ extra }: Pick<StoredChat, 'extra'>): string | null => {
  const [model] = Array.isArray(extra.models) ? (extra.models as unknown[]) : []
  return typeof model === 'string' ? model : null
}

type Row = Selectable<Tables['chatapp_chats']>

export const readChatRow = async (row: Row): Promise<StoredChat> => ({
  ...withoutExtra(row),
  extra: (await parseStored(row.extra)) as StoredChat['extra'],
})

/** `JSON.parse` would block the event loop for 60 ms for 1 MB with 140,000 values. */
const parseStored = (json: string): Promise<unknown> =>
  readJson(json, { turns: processTurns, maxValues: Infinity })

export const withoutExtra = (row: Omit<Row, 'extra'>): Omit<StoredChat, 'extra'> => ({
  id: row.id,
  ownerId: row.user_id,
  title: row.title,
  currentId: row.current_message_id,
  pinned: row.pinned === 1,
  archived: row.archived === 1,
  folderId: row.folder_id,
  shareId: row.share_id,
  turnEpoch: row.turn_epoch,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Does not lock with `for update`, which could cause a deadlock with the transaction that ends a turn. */
export async function lockChat(
  tx: Transaction<Tables>,
  ownerId: string,
  id: string,
): Promise<StoredChat | null> {
  const row = await tx
    .selectFrom('chatapp_chats')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? readChatRow(row) : null
}

export const readMessageRow = async (
  row: Selectable<Tables['chatapp_messages']>,
): Promise<StoredMessage> => ({
  id: row.id,
  parentId: row.parent_id,
  role: row.role as MessageRole,
  content: row.content,
  model: row.model,
  state: row.state as MessageState,
  timestamp: row.created_at,
  extra: (await parseStored(row.extra)) as StoredMessage['extra'],
})

export const messageColumns = (message: StoredMessage) => ({
  id: message.id,
  parent_id: message.parentId,
  role: message.role,
  content: message.content,
  model: message.model,
  state: message.state,
  extra: JSON.stringify(message.extra),
  created_at: message.timestamp,
})
