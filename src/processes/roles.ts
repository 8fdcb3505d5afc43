import type { Environment } from '#ground/base/environment.ts'
import type { RoleContext, RoleName, RunningRole, StartRole } from './role.ts'

/**
 * The paths are literal, so that the bundler finds them. Each role has its own import, so that an edge never loads
 * the agent.
 */
const LOADERS: Record<RoleName, () => Promise<StartRole>> = {
  bridge: async () => (await import('./bridge.ts')).startBridge,
  chatapp: async () => (await import('./chatapp.ts')).startChatapp,
  adapter: async () => (await import('./adapter.ts')).startAdapter,
  edge: async () => (await import('./edge.ts')).startEdge,
  inbound: async () => (await import('./inbound.ts')).startInbound,
}

export interface RunningRoles extends AsyncDisposable {
  urls: Partial<Record<RoleName, string | null>>
  warnings: string[]
  endpoints: string[]
  retire(): void
  planSuspension: NonNullable<RunningRole['planSuspension']>
}

/**
 * Disposal stops the roles concurrently, so that it takes no longer than the slowest role.
 * @throws BadConfiguration, PortTaken
 */
export async function startRoles(
  hubFolder: string,
  roles: readonly RoleName[],
  environment: Environment,
  shared: Pick<RoleContext, 'stores' | 'registration'> = {},
): Promise<RunningRoles> {
  const { checkConfiguration } = await import('./config/catalog.ts')
  const warnings = checkConfiguration(environment).map(
    ({ variable, message, fix }) => `${variable} ${message}; ${fix}`,
  )
  const running: RunningRole[] = []
  const stop = async () => {
    const stopped = await Promise.allSettled(running.toReversed().map((role) => role[Symbol.asyncDispose]()))
    const failure = stopped.find((outcome) => outcome.status === 'rejected')
    if (failure) throw failure.reason
  }
  const urls: RunningRoles['urls'] = {}
  const endpoints: string[] = []
  try {
    for (const name of roles) {
      const start = await LOADERS[name]()
      const role = await start({ environment, hubFolder, ...shared })
      running.push(role)
      urls[name] = role.url
      warnings.push(...(role.warnings ?? []))
      endpoints.push(...(role.endpoints ?? []))
    }
  } catch (error) {
    await stop()
    throw error
  }
  const retire = () => running.forEach((role) => role.retire?.())
  const [first, ...others] = running
  const planSuspension = async () =>
    others.length === 0 ? ((await first?.planSuspension?.()) ?? null) : null
  return { urls, warnings, endpoints, retire, planSuspension, [Symbol.asyncDispose]: stop }
}
