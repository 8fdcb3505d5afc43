import type { Selectable } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { EMPTY, joinNotices, MAX_ENDPOINTS, type NoticesKeeper } from '#core/inbox/notices/notices.ts'
import { EndpointNotices } from '#core/inbox/notices/schema.ts'
import type { Db } from '#core/inbox/inbox.ts'

/** Stores the notices of webhook endpoints in the database, where all instances of the Hub add to the same rows. */
export const storeNotices = ({
  hub,
  store,
}: {
  hub: string
  store: Pick<Store, 'db' | 'transaction'>
}): NoticesKeeper => ({
  async read() {
    const rows = await store.db.selectFrom('inbox_notices').where('hub', '=', hub).selectAll().execute()
    return Object.fromEntries(rows.map((row) => [row.inbox, noticesIn(row)]))
  },
  async add(notices) {
    await store.transaction(async (tx) => {
      const known = await tx.selectFrom('inbox_notices').where('hub', '=', hub).select('inbox').execute()
      const names = new Set(known.map(({ inbox }) => inbox))
      for (const [inbox, more] of Object.entries(notices).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        if (!names.has(inbox) && names.size >= MAX_ENDPOINTS) continue
        names.add(inbox)
        await addTo(tx, { hub, inbox }, more)
      }
    })
  },
})

/** The first statement locks the row against other instances until the transaction ends. */
async function addTo(db: Db, key: { hub: string; inbox: string }, more: EndpointNotices): Promise<void> {
  const row = await db
    .insertInto('inbox_notices')
    .values({ ...key, ...columnsOf({ ...EMPTY, refused: more.refused }) })
    .onConflict((conflict) =>
      conflict
        .columns(['hub', 'inbox'])
        .doUpdateSet(({ eb }) => ({ refused: eb('inbox_notices.refused', '+', more.refused) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const { refused: _, ...rest } = columnsOf(joinNotices(noticesIn(row), more))
  await db
    .updateTable('inbox_notices')
    .set(rest)
    .where('hub', '=', key.hub)
    .where('inbox', '=', key.inbox)
    .execute()
}

const columnsOf = ({ refused, refusals, otherBodies, lastOtherBody }: EndpointNotices) => ({
  refused,
  refusals: JSON.stringify(refusals),
  other_bodies: otherBodies,
  last_other_body: lastOtherBody && JSON.stringify(lastOtherBody),
})

function noticesIn(row: Selectable<Tables['inbox_notices']>): EndpointNotices {
  return EndpointNotices.parse({
    refused: row.refused,
    refusals: JSON.parse(row.refusals),
    otherBodies: row.other_bodies,
    lastOtherBody: row.last_other_body === null ? null : JSON.parse(row.last_other_body),
  })
}
