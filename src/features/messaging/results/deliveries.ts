import type { Selectable } from 'kysely'
import type { MessageTables } from '#ground/store/message-tables.ts'
import type { Store } from '#ground/store/store.ts'
import type { DeliveryState, DeliveryView } from '../schema.ts'

type Whole = Selectable<MessageTables['outbox']>
type Part = Selectable<MessageTables['outbox_parts']>

export async function readDeliveries(
  { slowReads: aside }: Pick<Store, 'slowReads'>,
  { hub, run }: { hub: string; run: string },
): Promise<DeliveryView[]> {
  const wholes = await aside
    .selectFrom('outbox')
    .selectAll()
    .where('hub', '=', hub)
    .where('run_id', '=', run)
    .execute()
  const parts = await aside
    .selectFrom('outbox_parts')
    .selectAll()
    .where('outbox_id', 'in', [...wholes.map(({ id }) => id), ''])
    .execute()
  const inOrder = wholes.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return inOrder.map((whole) =>
    viewOf(
      whole,
      parts.filter(({ outbox_id }) => outbox_id === whole.id),
    ),
  )
}

function viewOf(whole: Whole, parts: readonly Part[]): DeliveryView {
  const isSent = whole.state === 'sent'
  const deliveredAt = isSent ? lastOf(parts.map(({ delivered_at_ms }) => delivered_at_ms)) : null
  return {
    id: whole.id,
    by: whole.channel as DeliveryView['by'],
    to: whole.target ?? '',
    state: deliveredAt === null ? (whole.state as DeliveryState) : 'delivered',
    reason: whole.reason,
    attempts: Math.max(0, ...parts.map(({ attempts }) => attempts)),
    created_at: timeOf(whole.created_at_ms),
    due_at: whole.state === 'waiting' ? timeOf(whole.due_at_ms) : null,
    sent_at: isSent ? timeOrNull(lastOf(parts.map(({ sent_at_ms }) => sent_at_ms))) : null,
    delivered_at: timeOrNull(deliveredAt),
  }
}

const lastOf = (times: readonly (number | null)[]): number | null =>
  times.length === 0 || times.includes(null) ? null : Math.max(...times.map(Number))

const timeOf = (ms: number): string => new Date(ms).toISOString()
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : timeOf(ms))
