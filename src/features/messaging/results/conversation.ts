import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { Carrier } from '../outbox/outbox.ts'

export async function addConversation(
  tx: Transaction<Tables>,
  conversation: { hub: string; channel: Carrier; id: string; kind: 'private' | 'group' },
): Promise<void> {
  await tx
    .insertInto('conversations')
    .values({ ...conversation, name: null, chat: 0, closed: null, received_at_ms: 0 })
    .onConflict((conflict) => conflict.columns(['hub', 'channel', 'id']).doNothing())
    .execute()
}
