import { openStore } from '#ground/store/store.ts'

const [location, key] = process.argv.slice(2) as [string, string]
await using store = await openStore(JSON.parse(location))
await store.db.insertInto('chatapp_settings').values({ key, value: '1' }).execute()
