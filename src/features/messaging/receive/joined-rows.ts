import { sql, type Transaction } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { continues, holdMsOf, joinTexts } from './joining.ts'
import { readChannelMessage, type ChannelMessage } from '../message.ts'

/**
 * Joins several messages of a sender into one. The first that was stored is the *head*; the others are joined to it.
 * 1. A head is due only after `HOLD_MS` if more messages may follow. It is already stored, so a crash loses nothing.
 * 2. A later message is stored with `joined_to`. The same transaction increments the head's `revision` and sets its
 *    due time again.
 * 3. An answer is valid only for the revision that the head had when the answer began. If the revision changes before
 *    the answer is stored, the answer is discarded, and the agent answers again.
 * 4. When the head ends, its joined messages get the same state, in the same transaction.
 */
export interface JoinedMessages {
  head: string
  key: string
}

const NEIGHBOURS = 12

export async function joinEarlier(
  tx: Transaction<Tables>,
  message: ChannelMessage,
  now: number,
): Promise<JoinedMessages | null> {
  const open = (await openMessages(tx, message)).filter(({ id }) => id !== message.id)
  const other = neighbourOf(message, open)
  if (other === undefined) return null
  const head = await tx
    .updateTable('messages')
    .set({
      revision: sql<number>`coalesce(revision, 0) + 1`,
      due_at_ms: now + holdMsOf(message),
      ...(message.isAddressed && { is_addressed: 1 }),
    })
    .where('id', '=', other.joinedTo ?? other.id)
    .where('stop_asked_at_ms', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'received'), eb('attempts', '=', 0)]),
        eb.and([eb('state', '=', 'answering'), eb('attempts', '=', 1)]),
      ]),
    )
    .returning(['id', 'key'])
    .executeTakeFirst()
  if (head === undefined) return null
  await tx.updateTable('messages').set({ joined_to: head.id }).where('id', '=', message.id).execute()
  return { head: head.id, key: head.key }
}

export async function openMessages(
  tx: Transaction<Tables>,
  {
    hub,
    channel,
    conversation,
    handles,
  }: Pick<ChannelMessage, 'hub' | 'channel' | 'conversation' | 'handles'>,
  limit = NEIGHBOURS,
): Promise<ChannelMessage[]> {
  const rows = await tx
    .selectFrom('messages')
    .selectAll()
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('conversation', '=', conversation)
    .where('state', 'in', ['received', 'answering'])
    .orderBy('arrival', 'desc')
    .limit(limit)
    .execute()
  return rows.map(readChannelMessage).filter((one) => one.handles.some((handle) => handles.includes(handle)))
}

function neighbourOf(message: ChannelMessage, open: readonly ChannelMessage[]): ChannelMessage | undefined {
  const before = open.find(({ arrival }) => arrival < message.arrival)
  if (before && continues(before, message)) return before
  const next = open.findLast(({ arrival }) => arrival > message.arrival)
  if (next && continues(message, next)) return next
  return open.find(({ album }) => album !== null && album === message.album)
}

export async function readJoinedMessage(
  { db }: Pick<Store, 'db'>,
  head: ChannelMessage,
): Promise<ChannelMessage> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('joined_to', '=', head.id)
    .where('state', 'in', ['received', 'answering'])
    .execute()
  return joinParts(head, rows.map(readChannelMessage))
}

export function joinParts(head: ChannelMessage, joined: readonly ChannelMessage[]): ChannelMessage {
  if (joined.length === 0) return head
  const all = [head, ...joined].toSorted((a, b) => (a.arrival < b.arrival ? -1 : 1))
  return { ...head, text: joinTexts(all.map(({ text }) => text)), media: all.flatMap(({ media }) => media) }
}

export function joinAllParts(messages: readonly ChannelMessage[]): ChannelMessage[] {
  const ids = new Set(messages.map(({ id }) => id))
  const isPiece = ({ joinedTo }: ChannelMessage) => joinedTo !== null && ids.has(joinedTo)
  return messages
    .filter((message) => !isPiece(message))
    .map((head) =>
      joinParts(
        head,
        messages.filter(({ joinedTo }) => joinedTo === head.id),
      ),
    )
}

export async function replaceHead(tx: Transaction<Tables>, id: string, now: number): Promise<void> {
  const joined = await tx
    .selectFrom('messages')
    .select('id')
    .where('joined_to', '=', id)
    .where('state', '=', 'received')
    .orderBy('arrival')
    .execute()
  const [first] = joined
  if (!first) return
  await tx
    .updateTable('messages')
    .set({ joined_to: first.id })
    .where('joined_to', '=', id)
    .where('state', '=', 'received')
    .execute()
  await tx
    .updateTable('messages')
    .set({ joined_to: null, due_at_ms: now })
    .where('id', '=', first.id)
    .execute()
}
