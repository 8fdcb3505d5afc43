import { openStore } from '#ground/store/store.ts'

/** Increments a counter repeatedly by read and write in a transaction. */
const [location, times] = process.argv.slice(2) as [string, string]
await using store = await openStore(JSON.parse(location))
for (let i = 0; i < Number(times); i++)
  await store.transaction(async (tx) => {
    const counter = tx.selectFrom('chatapp_settings').select('value').where('key', '=', 'counter').forUpdate()
    const { value } = await counter.executeTakeFirstOrThrow()
    await tx
      .updateTable('chatapp_settings')
      .set({ value: String(Number(value) + 1) })
      .where('key', '=', 'counter')
      .execute()
  })
