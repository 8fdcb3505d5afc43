import { sql, type Transaction } from 'kysely'
import { processTurns } from '#ground/base/turn-budget.ts'
import { databaseKind } from '#ground/store/kind.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { StoredChat } from '../chat.ts'
import type { StoredMessage } from '../message.ts'
import { searchMark } from './mark.ts'
import { termsOf } from './words.ts'

type Tx = Transaction<Tables>

interface Options {
  /** True keeps existing index entries: they may be newer than the text that the caller read. */
  keepsExisting?: boolean
}

export const indexTitle = async (
  tx: Tx,
  { id, ownerId, title }: Pick<StoredChat, 'id' | 'ownerId' | 'title'>,
  options: Options = {},
): Promise<void> =>
  put(
    tx,
    { chatId: id, messageId: '', terms: await termsOf(searchMark(ownerId), title, processTurns) },
    options,
  )

/** Skips running answers. */
export async function indexMessages(
  tx: Tx,
  chatId: string,
  messages: readonly Pick<StoredMessage, 'id' | 'content' | 'state'>[],
  options: Options = {},
): Promise<void> {
  const complete = messages.filter(({ state }) => state !== 'running')
  if (complete.length === 0) return
  const chat = await tx
    .selectFrom('chatapp_chats')
    .select('user_id')
    .where('id', '=', chatId)
    .executeTakeFirst()
  if (!chat) return
  const mark = searchMark(chat.user_id)
  for (const { id, content } of complete)
    await put(tx, { chatId, messageId: id, terms: await termsOf(mark, content, processTurns) }, options)
}

interface Document {
  chatId: string
  messageId: string
  terms: readonly string[]
}

const put = (tx: Tx, document: Document, options: Options): Promise<void> =>
  databaseKind(tx) === 'postgres' ? putLexemes(tx, document, options) : putWords(tx, document, options)

async function putLexemes(
  tx: Tx,
  { chatId, messageId, terms }: Document,
  { keepsExisting }: Options,
): Promise<void> {
  const words = sql`array_to_tsvector(${terms}::text[])`
  await tx
    .insertInto('chatapp_search')
    .values({ chat_id: chatId, message_id: messageId, words })
    .onConflict((conflict) => {
      const known = conflict.columns(['chat_id', 'message_id'])
      return keepsExisting ? known.doNothing() : known.doUpdateSet({ words })
    })
    .execute()
}

async function putWords(
  tx: Tx,
  { chatId, messageId, terms }: Document,
  { keepsExisting }: Options,
): Promise<void> {
  const row = await tx
    .insertInto('chatapp_search')
    .values({ chat_id: chatId, message_id: messageId })
    .onConflict((conflict) => {
      const known = conflict.columns(['chat_id', 'message_id'])
      return keepsExisting ? known.doNothing() : known.doUpdateSet({ message_id: messageId }) // unlike `doNothing`, this update also returns an existing row
    })
    .returning('doc')
    .executeTakeFirst()
  if (!row) return
  await tx
    .replaceInto('chatapp_search_words')
    .values({ rowid: row.doc, words: terms.join(' ') })
    .execute()
  await mergeWords(tx, { doc: row.doc, terms: terms.length })
}

/** Merges a few pages of the index at a time. Otherwise FTS5 merges many in one commit, which blocks for 0.2 s. */
async function mergeWords(tx: Tx, { doc, terms }: { doc: number; terms: number }): Promise<void> {
  const command = (name: string, value: number) =>
    sql`insert into chatapp_search_words (chatapp_search_words, rank) values (${name}, ${value})`.execute(tx)
  if (terms >= FLUSHED_TERMS) await command('flush', 0)
  const merges = Math.floor(terms / MERGED_TERMS) + (doc % MERGED_TEXTS === 0 ? 1 : 0)
  for (let merge = 0; merge < merges; merge++) await command('merge', PAGES_OF_MERGE)
}
const FLUSHED_TERMS = 2000
const MERGED_TERMS = 1000
const MERGED_TEXTS = 16
const PAGES_OF_MERGE = 16
