import type { Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { isOrBelongsTo } from '../outbox/outbox.ts'

export interface SendAgainDeps {
  store: Store
  hub: string
  clock: Pick<Clock, 'now'>
  notifications: Pick<WorkNotifications, 'notify'>
}

/**
 * @param record Records, in the same transaction, who requested the resending.
 * @returns Number of affected messages.
 */
export async function sendAgain(
  { store, hub, clock, notifications }: SendAgainDeps,
  ids: readonly string[],
  record: (tx: Transaction<Tables>) => Promise<void>,
): Promise<number> {
  const now = clock.now()
  const count = await store.transaction(async (tx) => {
    const named = tx
      .selectFrom('messages')
      .where('id', 'in', [...ids])
      .select((eb) => eb.fn.coalesce('joined_to', 'id').as('head'))
    const messages = await tx
      .selectFrom('messages')
      .select(['id', 'answer', 'channel', 'conversation'])
      .where('hub', '=', hub)
      .where('id', 'in', named)
      .where('state', 'in', ['failed', 'unknown'])
      .execute()
    if (messages.length === 0) return 0
    await record(tx)
    for (const { id, answer, channel, conversation } of messages) {
      await tx
        .updateTable('messages')
        .set({
          state: answer === null ? 'received' : 'sending',
          reason: null,
          attempts: 0,
          due_at_ms: now,
          ended_at_ms: null,
          stop_asked_at_ms: null,
        })
        .where(isOrBelongsTo(id))
        .where('state', 'in', ['failed', 'unknown'])
        .execute()
      await reopen(tx, { hub, channel, conversation })
      if (answer !== null) await resend(tx, id, now)
    }
    return messages.length
  })
  if (count > 0) notifications.notify('messages')
  return count
}

async function resend(tx: Transaction<Tables>, messageId: string, now: number): Promise<void> {
  const answers = await tx
    .selectFrom('outbox')
    .select('id')
    .where('message_id', '=', messageId)
    .where('cause', '=', 'answer')
    .execute()
  for (const { id } of answers) await requeue(tx, id, now)
}

async function requeue(tx: Transaction<Tables>, outboxId: string, now: number): Promise<void> {
  await tx
    .updateTable('outbox_parts')
    .set({ state: 'waiting', reason: null, attempts: 0 })
    .where('outbox_id', '=', outboxId)
    .where('state', 'in', ['failed', 'refused', 'unknown'])
    .execute()
  await tx
    .updateTable('outbox')
    .set({ state: 'waiting', reason: null, created_at_ms: now, due_at_ms: now, ended_at_ms: null })
    .where('id', '=', outboxId)
    .execute()
}

export async function sendResultsAgain(
  { store, hub, clock, notifications }: SendAgainDeps,
  ids: readonly string[],
  record: (tx: Transaction<Tables>) => Promise<void>,
): Promise<number> {
  const now = clock.now()
  const count = await store.transaction(async (tx) => {
    const results = await tx
      .selectFrom('outbox')
      .select(['id', 'channel', 'conversation'])
      .where('hub', '=', hub)
      .where('id', 'in', [...ids])
      .where('cause', '=', 'result')
      .where('state', 'in', ['failed', 'refused', 'unknown'])
      .execute()
    if (results.length === 0) return 0
    await record(tx)
    for (const { id, channel, conversation } of results) {
      await requeue(tx, id, now)
      await reopen(tx, { hub, channel, conversation })
    }
    return results.length
  })
  if (count > 0) notifications.notify('messages')
  return count
}

const reopen = (
  tx: Transaction<Tables>,
  { hub, channel, conversation }: { hub: string; channel: string; conversation: string },
) =>
  tx
    .updateTable('conversations')
    .set({ closed: null })
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('id', '=', conversation)
    .execute()
