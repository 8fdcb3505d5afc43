// Runs a web chat in its own process: `node chatapp-program.ts <location as JSON> <folder> <agent> [<bus address>]`.
// Prints its address.
import { systemClock } from '#ground/base/clock.ts'
import { createLog } from '#ground/base/log.ts'
import { readBusAddress } from '#ground/bus/address.ts'
import { openStore } from '#ground/store/store.ts'
import { openBus } from '#processes/bus.ts'
import { openTestChatapp } from '../started-chatapp.ts'

const [location, folder, agent, busUrl] = process.argv.slice(2) as [string, string, string, string?]
const store = await openStore(JSON.parse(location))
const place = { bus: busUrl ? readBusAddress(busUrl) : null, secretsFile: null }
const secrets = { bridgeKey: 'b', linkSecret: 'l', sessionSecret: 's' }
const log = createLog('chatapp-test', 'error')
const bus = await openBus(place, { secrets, clock: systemClock, log })
const { url } = await openTestChatapp({ folder, store, bus }, agent)
process.stdout.write(`${url}\n`)
