// A web chat in a process of its own: `node chatapp-program.ts <location as JSON> <folder> <agent>`. Prints its address.
import { openStore } from '#ground/store/store.ts'
import { openTestChatapp } from '../started-chatapp.ts'

const [location, folder, agent] = process.argv.slice(2) as [string, string, string]
const store = await openStore(JSON.parse(location))
const { url } = await openTestChatapp({ folder, store }, agent)
process.stdout.write(`${url}\n`)
