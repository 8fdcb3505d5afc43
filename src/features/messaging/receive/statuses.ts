import { sql, type Transaction } from 'kysely'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { IncomingEvent, IncomingPress } from '../incoming.ts'
import { settle } from '../outbox/outbox.ts'

type Status = Extract<IncomingEvent, { kind: 'status' }>

const partsOf = (tx: Transaction<Tables>, { hub, channel }: { hub: string; channel: ChannelName }) =>
  tx
    .selectFrom('outbox_parts')
    .innerJoin('outbox', 'outbox.id', 'outbox_parts.outbox_id')
    .where('outbox.hub', '=', hub)
    .where('outbox.channel', '=', channel)

/** A status may arrive out of order, and before the Hub has stored that the provider accepted the message. */
export async function followStatus(
  tx: Transaction<Tables>,
  { hub, channel, now }: { hub: string; channel: ChannelName; now: number },
  status: Status,
): Promise<void> {
  const part = await partsOf(tx, { hub, channel })
    .where((eb) =>
      eb.or([
        eb('outbox_parts.provider_id', '=', status.id),
        ...(status.ours === null ? [] : [eb('outbox_parts.id', '=', status.ours)]),
      ]),
    )
    .select(['outbox_parts.id', 'outbox_parts.outbox_id', 'outbox_parts.state'])
    .executeTakeFirst()
  if (part === undefined) return
  await tx
    .updateTable('outbox_parts')
    .where('id', '=', part.id)
    .$if(status.state === 'sent', (late) => late.where('state', '!=', 'failed'))
    .set(changesBy(status))
    .execute()
  const isNews = part.state !== (status.state === 'failed' ? 'failed' : 'sent')
  if (isNews && part.state !== 'waiting') await settle(tx, part.outbox_id, now)
}

/** A press proves the arrival of a message whose attempt had an unknown outcome. */
export async function followPress(
  tx: Transaction<Tables>,
  { hub, channel, now }: { hub: string; channel: ChannelName; now: number },
  { of, button, at }: IncomingPress,
): Promise<void> {
  const part = await partsOf(tx, { hub, channel })
    .where('outbox_parts.id', '=', button.part)
    .where('outbox_parts.state', '=', 'unknown')
    .where('outbox_parts.provider_id', 'is', null)
    .select(['outbox_parts.id', 'outbox_parts.outbox_id'])
    .executeTakeFirst()
  if (part === undefined || of === null) return
  await tx
    .updateTable('outbox_parts')
    .where('id', '=', part.id)
    .set({ state: 'sent', reason: null, provider_id: of, sent_at_ms: at })
    .execute()
  await settle(tx, part.outbox_id, now)
}

function changesBy({ id, state, reason, at }: Status) {
  if (state === 'failed') return { state, reason: reason ?? 'refused by the provider', provider_id: id }
  const first = (column: 'sent_at_ms' | 'delivered_at_ms' | 'read_at_ms') =>
    sql<number>`coalesce(${sql.ref(column)}, ${at})`
  return {
    state: 'sent',
    reason: null,
    provider_id: id,
    sent_at_ms: first('sent_at_ms'),
    ...(state !== 'sent' && { delivered_at_ms: first('delivered_at_ms') }),
    ...(state === 'read' && { read_at_ms: first('read_at_ms') }),
  }
}
