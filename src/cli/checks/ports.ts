import type { Environment } from '#ground/base/environment.ts'
import type { RoleName } from '#processes/role.ts'
import { AddressRefused, PortsTaken, settleAddresses } from '#supervisor/addresses.ts'
import { describePortOwner } from '#supervisor/port-owner.ts'
import { frontOf, readRunFile } from '#supervisor/run-file.ts'
import { SURFACE_KINDS } from '#surfaces/inbound/kinds.ts'
import { isConnected, SURFACE_NAMES } from '#surfaces/inbound/names.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

type Settings = Pick<HubSettings, 'environment' | 'dataFolder' | 'roles'>

export async function checkPorts({ environment, dataFolder, roles }: Settings): Promise<Finding[]> {
  const run = await readRunFile(dataFolder)
  if (run) return [ok('running', `pid ${run.pid} at ${frontOf(run.urls)}`)]
  return checkFree(environment, roles, failure)
}

export async function checkHubPorts(hubFolder: string, settings: Settings): Promise<Finding[]> {
  const { environment, dataFolder, roles } = settings
  const isServed = roles.includes('inbound')
  const isConfigured = SURFACE_NAMES.some(
    (name) => !isConnected(name) && SURFACE_KINDS[name].lack({ hubFolder, environment }) === null,
  )
  const findings = await checkPorts(settings)
  if (isServed || !isConfigured || (await readRunFile(dataFolder))) return findings
  const receiver = await readRunFile(dataFolder, 'inbound')
  return receiver
    ? [...findings, ok('running', `only the receiver, pid ${receiver.pid} at ${frontOf(receiver.urls)}`)]
    : [...findings, ...(await checkFree(environment, ['inbound'], warning))]
}

async function checkFree(
  environment: Environment,
  wanted: readonly RoleName[],
  complain: typeof failure,
): Promise<Finding[]> {
  try {
    const { roles } = await settleAddresses(environment, wanted)
    const ports = Object.values(roles).flatMap((address) =>
      address ? [`${address.port} (${address.variable})`] : [],
    )
    return [ok('ports', ports.length === 1 ? `${ports[0]} is free` : `${ports.join(', ')} are free`)]
  } catch (error) {
    if (error instanceof AddressRefused) return [complain('ports', error.message)]
    if (!(error instanceof PortsTaken)) throw error
    return await Promise.all(
      error.ports.map(async ({ port, variable }) => {
        const message = `port ${port} (${variable}) is taken by ${await describePortOwner(port)}`
        return complain('ports', message, `set ${variable} to another port`)
      }),
    )
  }
}
