import { createInterface } from 'node:readline'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { openStore } from '#ground/store/store.ts'

/** Writes each input line, and reports whether it was stored. */
const [location] = process.argv.slice(2) as [string]
await using store = await openStore(JSON.parse(location))
const write = (line: string) =>
  store.transaction((tx) => tx.insertInto('chatapp_settings').values({ key: line, value: line }).execute())
await write('first')
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const word = await write(line).then(
    () => 'stored',
    (error: unknown) => (isStoreUnavailable(error) ? 'away' : String(error)),
  )
  process.stdout.write(`${word}\n`)
}
