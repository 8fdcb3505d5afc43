import { PortTaken } from '#base/http-server.ts'
import { AddressRefused, settleAddresses } from '#supervisor/addresses.ts'
import { portOwner } from '#supervisor/port-owner.ts'
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
    if (!(error instanceof PortTaken)) throw error
    const pid = await portOwner(error.port)
    const owner = pid === null ? 'another process' : `pid ${pid}`
    const message = `port ${error.port} (${error.variable}) is taken by ${owner}`
    return [failure('ports', message, `set ${error.variable} to another port`)]
  }
}
