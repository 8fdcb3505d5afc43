import { TestWait, type TestWaits } from '#core/inbox/test-address/test-waits.ts'
import type { Store } from '#ground/store/store.ts'

/** In the database, because the delivery may reach another instance than the one that the person uses. */
export const storeTestWaits = ({
  hub,
  store: { db },
}: {
  hub: string
  store: Pick<Store, 'db'>
}): TestWaits => ({
  async read(endpoint) {
    const row = await db
      .selectFrom('inbox_tests')
      .where('hub', '=', hub)
      .where('inbox', '=', endpoint)
      .select('wait')
      .executeTakeFirst()
    return row ? TestWait.parse(JSON.parse(row.wait)) : null
  },
  async write(endpoint, given) {
    const wait = JSON.stringify(given)
    await db
      .insertInto('inbox_tests')
      .values({ hub, inbox: endpoint, wait })
      .onConflict((conflict) => conflict.columns(['hub', 'inbox']).doUpdateSet({ wait }))
      .execute()
  },
})
