import { AddressRefused, PortsTaken, settleAddresses } from '#supervisor/addresses.ts'
import { describePortOwner } from '#supervisor/port-owner.ts'
import { frontOf, readRun } from '#supervisor/run-file.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, type Finding } from './finding.ts'

/** Whether the Hub runs, or could: its ports are free. */
export async function checkPorts({
  environment,
  dataFolder,
  roles: wanted,
}: HubSettings): Promise<Finding[]> {
  const run = await readRun(dataFolder)
  if (run) return [ok('running', `pid ${run.pid} at ${frontOf(run.urls)}`)]
  try {
    const { roles } = await settleAddresses(environment, wanted)
    const ports = Object.values(roles).flatMap((address) => (address ? [address.port] : []))
    return [ok('ports', `${ports.join(', ')} are free`)]
  } catch (error) {
    if (error instanceof AddressRefused) return [failure('ports', error.message)]
    if (!(error instanceof PortsTaken)) throw error
    return await Promise.all(
      error.ports.map(async ({ port, variable }) => {
        const message = `port ${port} (${variable}) is taken by ${await describePortOwner(port)}`
        return failure('ports', message, `set ${variable} to another port`)
      }),
    )
  }
}
