import type { Kysely, Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import { portions } from '#ground/base/portions.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { Tables } from '#ground/store/tables.ts'
import { indexMessages } from './search/documents.ts'
import { messageColumns, readMessageRow } from './chat.ts'
import type { StoredMessage } from './message.ts'
import { withoutQuestion } from '#ground/turn/schema.ts'
import type { MessageError } from './schema.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

/** In order of arrival. */
export async function messagesOf(db: Db, chatId: string, ids?: readonly string[]): Promise<StoredMessage[]> {
  const placed: PositionedMessage[] = []
  for (const portion of ids ? portions(ids) : [null])
    await readPositionedMessages(db, { chatId, ids: portion }, placed)
  if (ids) placed.sort((a, b) => a.position - b.position || (a.message.id < b.message.id ? -1 : 1))
  return placed.map(({ message }) => message)
}

export async function idsAmong(db: Db, chatId: string, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const portion of portions([...new Set(ids)])) {
    const rows = await db
      .selectFrom('chatapp_messages')
      .select('id')
      .where('chat_id', '=', chatId)
      .where('id', 'in', portion)
      .execute()
    for (const { id } of rows) found.add(id)
  }
  return found
}

interface PositionedMessage {
  position: number
  message: StoredMessage
}

/**
 * The first query reads one row, because a message may be long. Later queries adapt the number of rows to the length
 * of the rows read before.
 */
const FIRST_ROWS = 1
const MAX_ROWS = 500
const CHARS_PER_QUERY = 128 * 1024

async function readPositionedMessages(
  db: Db,
  { chatId, ids }: { chatId: string; ids: readonly string[] | null },
  placed: PositionedMessage[],
): Promise<void> {
  let cursor: { position: number; id: string } | null = null
  for (let [limit, read] = [FIRST_ROWS, 0]; ;) {
    let query = db
      .selectFrom('chatapp_messages')
      .selectAll()
      .where('chat_id', '=', chatId)
      .orderBy('position')
      .orderBy('id')
      .limit(limit)
    if (ids) query = query.where('id', 'in', ids)
    if (cursor)
      query = query.where((eb) =>
        eb(eb.refTuple('position', 'id'), '>', eb.tuple(cursor!.position, cursor!.id)),
      )
    const rows = await query.execute()
    let chars = 0
    for (const row of rows) {
      if (processTurns.isSpent()) await processTurns.nextTurn()
      chars += row.content.length + row.extra.length
      placed.push({ position: row.position, message: await readMessageRow(row) })
    }
    read += rows.length
    if (rows.length < limit || read === ids?.length) return
    cursor = rows.at(-1)!
    const fitting = Math.floor((limit * CHARS_PER_QUERY) / Math.max(1, chars))
    limit = Math.max(1, Math.min(fitting, limit * 8, MAX_ROWS))
  }
}

export async function appendMessages(
  tx: Tx,
  chatId: string,
  messages: readonly StoredMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const { last } = await tx
    .selectFrom('chatapp_messages')
    .select((select) => select.fn.max('position').as('last'))
    .where('chat_id', '=', chatId)
    .executeTakeFirstOrThrow()
  const start = (last ?? 0) + 1
  const rows = messages.map((message, index) => ({
    chat_id: chatId,
    position: start + index,
    ...messageColumns(message),
  }))
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await tx
      .insertInto('chatapp_messages')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute()
  await indexMessages(tx, chatId, messages)
}

/** Limits the duration of a statement and the number of its parameters. */
const ROWS_PER_INSERT = 50

export async function updateMessage(tx: Tx, chatId: string, message: StoredMessage): Promise<void> {
  await tx
    .updateTable('chatapp_messages')
    .set(messageColumns(message))
    .where('chat_id', '=', chatId)
    .where('id', '=', message.id)
    .execute()
  await indexMessages(tx, chatId, [message])
}

export interface TurnOfChat {
  chatId: string
  epoch: number
}

/** Writes only while the turn has its lease. A finished answer releases the lease. @returns True if the row changed */
export async function saveAnswer(tx: Tx, turn: TurnOfChat, answer: StoredMessage): Promise<boolean> {
  const isRunning = answer.state === 'running'
  if (!isRunning && !(await releaseLease(tx, turn, answer.id))) return false
  const { numUpdatedRows } = await tx
    .updateTable('chatapp_messages')
    .set(messageColumns(answer))
    .where('chat_id', '=', turn.chatId)
    .where('id', '=', answer.id)
    .where('state', '=', 'running')
    .$if(isRunning, (all) => all.where(({ exists }) => exists(leaseOf(tx, turn, answer.id))))
    .executeTakeFirst()
  const wasRunning = numUpdatedRows > 0n
  if (wasRunning) await indexMessages(tx, turn.chatId, [answer])
  return wasRunning
}

const leaseOf = (tx: Tx, { chatId, epoch }: TurnOfChat, answerId: string) =>
  tx
    .selectFrom('turn_leases')
    .select('epoch')
    .where('chat_id', '=', chatId)
    .where('answer_id', '=', answerId)
    .where('epoch', '=', epoch)

/**
 * Deletes the lease. Only the first call succeeds, and its caller ends the turn. @param until A lease that ends after
 * this time is kept.
 */
async function releaseLease(
  tx: Tx,
  { chatId, epoch }: TurnOfChat,
  answerId: string,
  until?: EpochMs,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('turn_leases')
    .where('chat_id', '=', chatId)
    .where('answer_id', '=', answerId)
    .where('epoch', '=', epoch)
    .$if(until !== undefined, (all) => all.where('until_ms', '<=', until!))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @param until End of the lease as the caller read it. If the lease now ends later, nothing changes. */
export async function interruptAnswer(
  tx: Tx,
  turn: TurnOfChat & { answerId: string; until: EpochMs },
  error: MessageError,
): Promise<boolean> {
  if (!(await releaseLease(tx, turn, turn.answerId, turn.until))) return false
  const row = await tx
    .selectFrom('chatapp_messages')
    .selectAll()
    .where('chat_id', '=', turn.chatId)
    .where('id', '=', turn.answerId)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const message = await readMessageRow(row)
  const { pieces: _, tools, ...extra } = message.extra
  await updateMessage(tx, turn.chatId, {
    ...message,
    state: 'interrupted',
    extra: { ...extra, ...(tools && { tools: tools.map(withoutQuestion) }), error },
  })
  return true
}
