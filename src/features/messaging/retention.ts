import { nanosecondsOf } from '#core/inbox/event-name.ts'
import type { Inboxes } from '#core/inbox/inbox.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { Store } from '#ground/store/store.ts'

export interface MessageRetentionDeps {
  hub: string
  inboxes: Pick<Inboxes, 'of'>
  store: Pick<Store, 'db' | 'transaction'>
  channels: Iterable<ChannelName>
  clock: Pick<Clock, 'now'>
  /** Retention in days after arrival; 0 means unlimited. */
  days: number
}

const DAY_MS = 86_400_000
const EVERY_MS = 3_600_000
/** Messages per transaction. A small number keeps other writers from waiting. */
const BATCH_SIZE = 200

export function startMessageRetention(
  deps: MessageRetentionDeps & { clock: Clock; onFailure(error: unknown): void },
): AsyncDisposable {
  const { clock, onFailure } = deps
  return startLoop({ clock, everyMs: EVERY_MS, work: (signal) => sweepMessages(deps, signal), onFailure })
}

/** Only finished messages are removed. Conversations stay, because each contains the number of its newest chat. */
export async function sweepMessages(deps: MessageRetentionDeps, signal: AbortSignal): Promise<void> {
  const { clock, days, channels } = deps
  if (days === 0) return
  const before = clock.now() - days * DAY_MS
  while (!signal.aborted && (await removeMessages(deps, before)));
  while (!signal.aborted && (await removeSendings(deps, before)));
  for (const channel of channels) await removeDeliveries(deps, channel, before, signal)
}

async function removeMessages(
  { store, hub }: Pick<MessageRetentionDeps, 'store' | 'hub'>,
  before: EpochMs,
): Promise<boolean> {
  const old = await store.db
    .selectFrom('messages')
    .where('hub', '=', hub)
    .where('received_at_ms', '<', before)
    .where('state', 'not in', ['received', 'answering', 'sending'])
    .orderBy('received_at_ms')
    .select('id')
    .limit(BATCH_SIZE)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length === 0) return false
  await store.transaction(async (tx) => {
    const sendings = tx.selectFrom('outbox').where('message_id', 'in', ids).select('id')
    await tx.deleteFrom('outbox_parts').where('outbox_id', 'in', sendings).execute()
    await tx.deleteFrom('outbox').where('message_id', 'in', ids).execute()
    await tx.deleteFrom('messages').where('id', 'in', ids).execute()
  })
  return ids.length === BATCH_SIZE
}

async function removeSendings(
  { store, hub }: Pick<MessageRetentionDeps, 'store' | 'hub'>,
  before: EpochMs,
): Promise<boolean> {
  const old = await store.db
    .selectFrom('outbox')
    .where('hub', '=', hub)
    .where('state', 'in', ['sent', 'failed', 'refused', 'unknown'])
    .where('due_at_ms', '<', before)
    .where('message_id', 'is', null)
    .select('id')
    .limit(BATCH_SIZE)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length === 0) return false
  await store.transaction(async (tx) => {
    await tx.deleteFrom('outbox_parts').where('outbox_id', 'in', ids).execute()
    await tx.deleteFrom('outbox').where('id', 'in', ids).execute()
  })
  return ids.length === BATCH_SIZE
}

/** Keeps the newest processed delivery, because the next history query starts at its time. */
async function removeDeliveries(
  { inboxes }: Pick<MessageRetentionDeps, 'inboxes'>,
  channel: ChannelName,
  before: EpochMs,
  signal: AbortSignal,
): Promise<void> {
  const stored = inboxes.of(channel)
  for (const file of (await stored.list('processed')).slice(0, -1)) {
    const stamp = nanosecondsOf(file)
    if (signal.aborted || stamp === null || stamp / 1_000_000n >= BigInt(before)) return
    await stored.remove('processed', [file])
  }
}
