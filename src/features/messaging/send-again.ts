import type { Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

/**
 * Make what ended badly wait again: parts that failed, or of which nobody knows whether they arrived, are sent once more;
 * what has no answer is answered.
 *
 * @param record Keep who asked for it, in the same step.
 * @returns How many messages it did something for.
 */
export async function sendAgain(
  { store, hub, clock }: { store: Store; hub: string; clock: Pick<Clock, 'now'> },
  ids: readonly string[],
  record: (tx: Transaction<Tables>) => Promise<void>,
): Promise<number> {
  const now = clock.now()
  return store.transaction(async (tx) => {
    const messages = await tx
      .selectFrom('messages')
      .select(['id', 'answer', 'channel', 'conversation'])
      .where('hub', '=', hub)
      .where('id', 'in', [...ids])
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
        })
        .where('id', '=', id)
        .execute()
      await tx
        .updateTable('conversations')
        .set({ closed: null })
        .where('hub', '=', hub)
        .where('channel', '=', channel)
        .where('id', '=', conversation)
        .execute()
      if (answer !== null) await resend(tx, id, now)
    }
    return messages.length
  })
}

async function resend(tx: Transaction<Tables>, messageId: string, now: number): Promise<void> {
  const answers = tx
    .selectFrom('outbox')
    .select('id')
    .where('message_id', '=', messageId)
    .where('cause', '=', 'answer')
  await tx
    .updateTable('outbox_parts')
    .set({ state: 'waiting', reason: null, attempts: 0 })
    .where('outbox_id', 'in', answers)
    .where('state', 'in', ['failed', 'unknown'])
    .execute()
  await tx
    .updateTable('outbox')
    .set({ state: 'waiting', reason: null, created_at_ms: now, due_at_ms: now, ended_at_ms: null })
    .where('message_id', '=', messageId)
    .where('cause', '=', 'answer')
    .execute()
}
