import { sql, type Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import { type AppliedIncoming, type AppliedTo, openConversation, receiveMessage } from './receive.ts'
import type { IncomingEvent } from '../incoming.ts'
import { replaceHead } from './joined-rows.ts'
import { withdrawPreview } from '../outbox/preview-rows.ts'
import { followPress, followStatus } from './statuses.ts'

/** Idempotent, because a delivery may be processed twice. */
export async function apply(
  tx: Transaction<Tables>,
  to: AppliedTo,
  incoming: IncomingEvent,
): Promise<AppliedIncoming> {
  switch (incoming.kind) {
    case 'message':
      return receiveMessage(tx, to, incoming)
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
    case 'pressed':
      await openConversation(tx, to, incoming.conversation)
      await followPress(tx, to, incoming)
      return NOTHING
    case 'reaction':
    case 'ignored':
      return NOTHING
  }
}

const NOTHING: AppliedIncoming = { kind: 'nothing' }
const DELETED = 'deleted by its sender'

/** Only the author may edit a message, because the message is answered with the author's rights. */
async function isOf(
  tx: Transaction<Tables>,
  { hub, channel }: AppliedTo,
  { id, sender }: Extract<IncomingEvent, { kind: 'edited' }>,
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

/** Changes only unanswered messages: an existing answer belongs to the original text. */
async function change(
  tx: Transaction<Tables>,
  { hub, channel, now }: AppliedTo,
  key: string,
  change: { text: string; media?: string; reason?: string },
): Promise<AppliedIncoming> {
  const isDeletion = change.reason !== undefined
  const changed = await tx
    .updateTable('messages')
    .set({
      ...(isDeletion ? { ...change, state: 'stopped', ended_at_ms: now } : change),
      revision: NEXT_REVISION,
    })
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('key', '=', key)
    .where('state', 'in', ['received', 'answering', 'noted'])
    .returning(['id', 'joined_to'])
    .executeTakeFirst()
  if (changed === undefined) return NOTHING
  if (changed.joined_to !== null) return changeHead(tx, changed.joined_to)
  if (!isDeletion) return { kind: 'changed', key, why: 'changed' }
  await withdrawPreview(tx, [changed.id], now)
  await replaceHead(tx, changed.id, now)
  return { kind: 'changed', key, why: 'deleted' }
}

const NEXT_REVISION = sql<number>`coalesce(revision, 0) + 1`

async function changeHead(tx: Transaction<Tables>, id: string): Promise<AppliedIncoming> {
  const head = await tx
    .updateTable('messages')
    .set({ revision: NEXT_REVISION })
    .where('id', '=', id)
    .returning('key')
    .executeTakeFirst()
  return head === undefined ? NOTHING : { kind: 'changed', key: head.key, why: 'changed' }
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
