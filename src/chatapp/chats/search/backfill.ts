import type { Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { CHATS_INDEXED } from '#ground/store/chatapp-tables.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { MessageState } from '../schema.ts'
import { indexMessages, indexTitle } from './documents.ts'

export interface BackfillDeps {
  store: Pick<Store, 'transaction' | 'db'>
  clock: Clock
  onFailure(error: unknown): void
}

/** Limits the messages of one transaction, because transactions on SQLite block other writers. */
const MESSAGES_PER_BATCH = 20
const CHATS_PER_BATCH = 20
const RETRY_MS = 30_000

export async function indexOlderChats(
  { store, clock, onFailure }: BackfillDeps,
  signal: AbortSignal,
): Promise<void> {
  const rest = (ms: number) => clock.sleep(ms, signal).catch(() => {})
  for (let isDone = false; !isDone && !signal.aborted;) {
    const startedAt = clock.now()
    try {
      isDone = !(await readPosition(store.db)) || (await store.transaction(indexSome))
      if (!isDone) await rest(Math.max(1, clock.now() - startedAt))
    } catch (error) {
      onFailure(error)
      await rest(RETRY_MS)
    }
  }
}

/** `message`: the last indexed message of `chat`; empty if only the chat's title is indexed. */
interface Position {
  chat: string
  message: string
}

const { key: KEY } = CHATS_INDEXED

async function readPosition(db: Store['db'], { lock = false } = {}): Promise<Position | null> {
  const row = await db
    .selectFrom('chatapp_settings')
    .select('value')
    .where('key', '=', KEY)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ? (JSON.parse(row.value) as Position) : null
}

const indexed = ({ id, content, state }: { id: string; content: string; state: string }) => ({
  id,
  content,
  state: state as MessageState,
})

async function indexSome(tx: Transaction<Tables>): Promise<boolean> {
  let place = await readPosition(tx, { lock: true })
  let room = MESSAGES_PER_BATCH
  for (let chats = 0; place && room > 0 && chats < CHATS_PER_BATCH; chats++) {
    const rows = await messagesAfter(tx, place, room)
    await indexMessages(tx, place.chat, rows.map(indexed), { keepsExisting: true })
    place = rows.length < room ? await nextChat(tx, place.chat) : { ...place, message: rows.at(-1)!.id }
    room -= rows.length
  }
  if (place)
    await tx
      .updateTable('chatapp_settings')
      .set({ value: JSON.stringify(place) })
      .where('key', '=', KEY)
      .execute()
  else await tx.deleteFrom('chatapp_settings').where('key', '=', KEY).execute()
  return place === null
}

const messagesAfter = (tx: Transaction<Tables>, { chat, message }: Position, limit: number) =>
  tx
    .selectFrom('chatapp_messages')
    .selectAll()
    .where('chat_id', '=', chat)
    .where('id', '>', message)
    .orderBy('id')
    .limit(limit)
    .execute()

async function nextChat(tx: Transaction<Tables>, afterId: string): Promise<Position | null> {
  const row = await tx
    .selectFrom('chatapp_chats')
    .select(['id', 'user_id', 'title'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  await indexTitle(tx, { id: row.id, ownerId: row.user_id, title: row.title }, { keepsExisting: true })
  return { chat: row.id, message: '' }
}
