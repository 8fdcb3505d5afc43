import type { Transaction } from 'kysely'
import { newOrderedId } from '#ground/base/ids.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Incoming, IncomingMessage } from './incoming.ts'
import { withdrawPreview } from './preview-rows.ts'
import { followStatus } from './statuses.ts'

export interface AppliedTo {
  hub: string
  channel: ChannelName
  /** Event file, and place in it. */
  arrival: string
  now: number
}

/** What changed by an `Incoming`, for whoever is at work on it. */
export type Applied =
  | { kind: 'received'; message: string; conversation: string }
  | { kind: 'changed'; key: string }
  | { kind: 'nothing' }

/** Put what a delivery says into the store. Doing it again changes nothing: a delivery may be taken in twice. */
export async function apply(tx: Transaction<Tables>, to: AppliedTo, incoming: Incoming): Promise<Applied> {
  switch (incoming.kind) {
    case 'message':
      return receive(tx, to, incoming)
    case 'edited':
      return (await isOf(tx, to, incoming)) ? change(tx, to, incoming.id, { text: incoming.text }) : NOTHING
    case 'deleted':
      return change(tx, to, incoming.id, { text: '', media: '[]', reason: DELETED })
    case 'status':
      await followStatus(tx, to, incoming)
      return NOTHING
    case 'moved':
      await move(tx, to, incoming)
      return NOTHING
    case 'closed':
    case 'opened':
      await inConversation(tx, to, incoming.conversation)
        .set({ closed: incoming.kind === 'closed' ? incoming.reason : null })
        .execute()
      return NOTHING
    case 'reaction':
    case 'ignored':
      return NOTHING
  }
}

const NOTHING: Applied = { kind: 'nothing' }
const DELETED = 'deleted by its sender'

async function receive(
  tx: Transaction<Tables>,
  { hub, channel, arrival, now }: AppliedTo,
  { id: key, conversation, sender, ...message }: IncomingMessage,
): Promise<Applied> {
  const id = newOrderedId()
  const isReply = message.replyTo !== null && (await isOurs(tx, { hub, channel }, message.replyTo))
  const inserted = await tx
    .insertInto('messages')
    .values({
      id,
      hub,
      channel,
      key,
      conversation: conversation.id,
      arrival,
      handles: JSON.stringify(sender.handles),
      sender_name: sender.name,
      email: null,
      text: message.text,
      media: JSON.stringify(message.media),
      reply_to: message.replyTo,
      is_addressed: message.isAddressed || isReply ? 1 : 0,
      written_at_ms: message.at,
      received_at_ms: now,
      state: 'received',
      attempts: 0,
      due_at_ms: now,
    })
    .onConflict((conflict) => conflict.columns(['hub', 'channel', 'key']).doNothing())
    .executeTakeFirst()
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return NOTHING
  const { kind, name } = conversation
  await tx
    .insertInto('conversations')
    .values({ hub, channel, id: conversation.id, kind, name, chat: 0, closed: null, received_at_ms: now })
    .onConflict((conflict) =>
      conflict
        .columns(['hub', 'channel', 'id'])
        .doUpdateSet({ kind, name, closed: null, received_at_ms: now }),
    )
    .execute()
  return { kind: 'received', message: id, conversation: conversation.id }
}

/** In a group, an answer to something that we said is meant for us. */
const isOurs = async (
  tx: Transaction<Tables>,
  { hub, channel }: Pick<AppliedTo, 'hub' | 'channel'>,
  providerId: string,
): Promise<boolean> =>
  (await tx
    .selectFrom('outbox_parts')
    .innerJoin('outbox', 'outbox.id', 'outbox_parts.outbox_id')
    .where('outbox.hub', '=', hub)
    .where('outbox.channel', '=', channel)
    .where('provider_id', '=', providerId)
    .select('outbox_parts.id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whoever changes a message must be who wrote it: it is answered with the writer's rights. */
async function isOf(
  tx: Transaction<Tables>,
  { hub, channel }: AppliedTo,
  { id, sender }: Extract<Incoming, { kind: 'edited' }>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .select('handles')
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('key', '=', id)
    .executeTakeFirst()
  const handles = row === undefined ? [] : (JSON.parse(row.handles) as readonly string[])
  return handles.some((handle) => sender.handles.includes(handle))
}

/** Only what is not answered yet: an answer stays the answer to what was asked. */
async function change(
  tx: Transaction<Tables>,
  { hub, channel, now }: AppliedTo,
  key: string,
  change: { text: string; media?: string; reason?: string },
): Promise<Applied> {
  const isDeletion = change.reason !== undefined
  const changed = await tx
    .updateTable('messages')
    .set(isDeletion ? { ...change, state: 'stopped', ended_at_ms: now } : change)
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('key', '=', key)
    .where('state', 'in', ['received', 'answering', 'noted'])
    .returning('id')
    .execute()
  if (changed.length === 0) return NOTHING
  if (isDeletion)
    await withdrawPreview(
      tx,
      changed.map(({ id }) => id),
      now,
    )
  return { kind: 'changed', key }
}

async function move(
  tx: Transaction<Tables>,
  to: AppliedTo,
  { from, to: into }: { from: string; to: string },
): Promise<void> {
  const known = await tx
    .selectFrom('conversations')
    .select('id')
    .where('hub', '=', to.hub)
    .where('channel', '=', to.channel)
    .where('id', '=', into)
    .executeTakeFirst()
  if (known === undefined) await inConversation(tx, to, from).set({ id: into }).execute()
  for (const table of ['messages', 'outbox'] as const)
    await tx
      .updateTable(table)
      .set({ conversation: into })
      .where('hub', '=', to.hub)
      .where('channel', '=', to.channel)
      .where('conversation', '=', from)
      .execute()
}

const inConversation = (tx: Transaction<Tables>, { hub, channel }: AppliedTo, id: string) =>
  tx.updateTable('conversations').where('hub', '=', hub).where('channel', '=', channel).where('id', '=', id)
