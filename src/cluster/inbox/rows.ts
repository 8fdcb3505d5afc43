import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { Db } from '#core/inbox/inbox.ts'

export interface InboxRef {
  hub: string
  name: string
}

/**
 * Locks inboxes until the transaction ends, and increments `changed`. Call it only once per transaction, to prevent
 * deadlocks.
 */
export async function lockInboxes(tx: Db, hub: string, names: Iterable<string>): Promise<void> {
  const rows = [...new Set(names)].toSorted().map((name) => ({ hub, name, changed: 1 })) // in a fixed order, which prevents deadlocks
  await tx
    .insertInto('inboxes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['hub', 'name']).doUpdateSet(({ eb }) => ({ changed: eb('inboxes.changed', '+', 1) })),
    )
    .execute()
}

export const eventsOf = (db: Db, { hub, name }: InboxRef) =>
  db.selectFrom('inbox_events').where('hub', '=', hub).where('inbox', '=', name)

export type Tx = Transaction<Tables>
