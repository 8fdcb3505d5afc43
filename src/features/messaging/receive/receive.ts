import type { Transaction } from 'kysely'
import { newOrderedId } from '#ground/base/ids.ts'
import type { Tables } from '#ground/store/tables.ts'
import { commandIn } from '../text/commands.ts'
import type { IncomingConversation, IncomingMessage } from '../incoming.ts'
import { joinEarlier, openMessages } from './joined-rows.ts'
import { holdMsOf } from './joining.ts'
import { readChannelMessage, type ChannelMessage } from '../message.ts'
import { withdrawPreview } from '../outbox/preview-rows.ts'
import type { ChannelName } from '#ground/hub/channels.ts'

const NOTHING: AppliedIncoming = { kind: 'nothing' }

/** Idempotent. */
export async function receiveMessage(
  tx: Transaction<Tables>,
  { hub, channel, arrival, now }: AppliedTo,
  { id: key, conversation, sender, ...message }: IncomingMessage,
): Promise<AppliedIncoming> {
  const isReply = message.replyTo !== null && (await isOurs(tx, { hub, channel }, message.replyTo))
  const album = message.album ?? null
  const row = await tx
    .insertInto('messages')
    .values({
      id: newOrderedId(),
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
      due_at_ms: now + holdMsOf({ ...message, album, writtenAt: message.at }),
      album,
    })
    .onConflict((conflict) => conflict.columns(['hub', 'channel', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return NOTHING
  // Locks the conversation before its messages are read, which serializes instances that store its messages.
  await openConversation(tx, { hub, channel, now }, conversation)
  const received = readChannelMessage(row)
  if (commandIn(received.text) === 'stop') await stopEarlier(tx, received, now)
  const joined = await joinEarlier(tx, received, now)
  return joined === null
    ? { kind: 'received', message: row.id, conversation: conversation.id }
    : { kind: 'changed', key: joined.key, why: 'changed', message: row.id }
}

/** Records that the person wrote or pressed a button, after which the provider accepts messages. */
export const openConversation = (
  tx: Transaction<Tables>,
  { hub, channel, now }: Pick<AppliedTo, 'hub' | 'channel' | 'now'>,
  { id, kind, name }: IncomingConversation,
) =>
  tx
    .insertInto('conversations')
    .values({ hub, channel, id, kind, name, chat: 0, closed: null, received_at_ms: now })
    .onConflict((conflict) =>
      conflict
        .columns(['hub', 'channel', 'id'])
        .doUpdateSet({ kind, name, closed: null, received_at_ms: now }),
    )
    .execute()

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

export const STOPPED_WAITING = 'stopped while it waited'

const MAX_STOPPED = 1000

async function stopEarlier(tx: Transaction<Tables>, command: ChannelMessage, now: number): Promise<void> {
  const open = (await openMessages(tx, command, MAX_STOPPED)).filter(
    ({ arrival, text }) => arrival < command.arrival && commandIn(text) === null,
  )
  const answering = open.flatMap(({ id, state }) => (state === 'answering' ? id : []))
  const waiting = open.flatMap(({ id, state, attempts, joinedTo }) =>
    state === 'received' && joinedTo === null && (answering.length === 0 || attempts > 0) ? id : [],
  )
  if (answering.length > 0)
    await tx
      .updateTable('messages')
      .set({ stop_asked_at_ms: now, due_at_ms: now })
      .where('id', 'in', answering)
      .execute()
  if (waiting.length === 0) return
  await tx
    .updateTable('messages')
    .set({ state: 'stopped', reason: STOPPED_WAITING, ended_at_ms: now })
    .where((eb) => eb.or([eb('id', 'in', waiting), eb('joined_to', 'in', waiting)]))
    .where('state', '=', 'received')
    .execute()
  await withdrawPreview(tx, waiting, now)
}

export interface AppliedTo {
  hub: string
  channel: ChannelName
  /** Name of the delivery's file, and the event's position in this file. */
  arrival: string
  now: number
}

export type AppliedIncoming =
  | { kind: 'received'; message: string; conversation: string }
  | { kind: 'changed'; key: string; why: 'changed' | 'deleted'; message?: string }
  | { kind: 'nothing' }
