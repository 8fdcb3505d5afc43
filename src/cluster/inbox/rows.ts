import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { Db } from '#core/inbox/inbox.ts'

/** An inbox in the store. */
export interface InboxRef {
  hub: string
  /** Name of the endpoint or channel. */
  name: string
}

/** Names of one statement, which holds a limited number of values. */
const AT_ONCE = 500

export function* portions<T>(all: readonly T[], size = AT_ONCE): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

/** Hold inboxes until the transaction ends, and have those who look at them see a change. All of a transaction at once. */
export async function holdInboxes(tx: Db, hub: string, names: Iterable<string>): Promise<void> {
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
