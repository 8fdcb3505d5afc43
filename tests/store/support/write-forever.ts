import { openStore } from '#ground/store/store.ts'

await using store = await openStore(JSON.parse(process.argv[2]!))
for (let i = 0; ; i++) {
  await store.db
    .insertInto('chatapp_settings')
    .values({ key: String(i), value: '1' })
    .execute()
  process.stdout.write(`${i}\n`)
}
