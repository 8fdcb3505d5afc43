import { availableParallelism } from 'node:os'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { RoleName } from '#processes/role.ts'
import type { Addresses } from '../addresses.ts'
import { StartFailed, type ChildDeps } from '../child.ts'
import { NODE_ENVIRONMENT, NODE_FLAGS, startChildren, STOP_LIMIT_MS, type RunningParts } from '../children.ts'
import type { ProcessMode } from '../layout.ts'
import type { SupervisorEvents } from '../log-events.ts'
import { memoryLimitMb } from '#processes/config/launch.ts'
import { createBridgePool, type BridgePool } from '../pool.ts'

export interface HubProcesses {
  /** @throws StartFailed, only after all started processes have exited */
  start(hub: HubParts, deps: HubPartsDeps): Promise<RunningParts>
  stop(): Promise<void>
  kill(): void
}

export interface HubParts {
  hubFolder: string
  slug: string
  roles: readonly RoleName[]
  addresses: Pick<Addresses, 'roles' | 'environment'>
}

export interface HubPartsDeps extends ChildDeps {
  /** Called when a Hub that ran before fails to start. */
  onLost(failure: StartFailed): void
  /**
   * Called when the Hub's code has ended a process that several Hubs share. From now on, the Hub has its own process.
   */
  onIsolated(reason: string): void
  onRestarted(reason: string): void
}

export interface HubProcessesOptions {
  mode: ProcessMode
  /**
   * Number of processes that Hubs share. Null: each Hub has its own process if the gateway starts with at most
   * `MAX_OWN_PROCESSES` Hubs, otherwise the Hubs share one process per core.
   */
  bridgeWorkers: number | null
  hubs: number
  environment: Environment
  clock: Clock
  events: SupervisorEvents
  output: ChildDeps['output']
}

const MAX_OWN_PROCESSES = 4
const DEFAULT_LIMIT_MB = 1024

/**
 * Webhook receivers run only the service's own code, in separate processes. They accept deliveries even if a tool
 * blocks its process.
 */
export function createHubProcesses(options: HubProcessesOptions): HubProcesses {
  const { mode, clock } = options
  if (mode === 'split') return separateProcesses(mode)
  const followers = new Map<string, HubPartsDeps>()
  const bridges = openPool('bridge', bridgesOf(options), options, followers)
  const receivers = openPool('receivers', { workers: 1, maxOwnProcesses: 0 }, options, followers)

  const release = async (folder: string) => {
    const released = Promise.all([bridges.release(folder), receivers.release(folder)])
    const done = new AbortController()
    await Promise.race([released, clock.sleep(STOP_LIMIT_MS, done.signal).catch(() => {})])
    done.abort()
    followers.delete(folder)
  }
  return {
    async start({ hubFolder: folder, slug, roles, addresses }, deps) {
      followers.set(folder, deps)
      const { environment } = addresses
      const order = { folder, slug, environment, memoryLimitMb: memoryLimitMb(environment, DEFAULT_LIMIT_MB) }
      const receiving = roles.filter((role) => role !== 'bridge')
      const giveUp = () => void release(folder)
      deps.giveUp?.addEventListener('abort', giveUp)
      try {
        const reports = await Promise.all([
          bridges.serve({ ...order, roles: ['bridge'], output: (chunk) => deps.output('bridge', chunk) }),
          ...(receiving.length > 0
            ? [
                receivers.serve({
                  ...order,
                  memoryLimitMb: null,
                  roles: receiving,
                  output: (chunk) => deps.output('receiver', chunk),
                }),
              ]
            : []),
        ])
        return {
          pids: [bridges.pidOf(folder)],
          warnings: reports.flatMap(({ warnings }) => warnings),
          endpoints: reports.flatMap(({ endpoints }) => endpoints),
          stop: () => release(folder),
          kill: () => {},
        }
      } catch (error) {
        await release(folder)
        if (deps.giveUp?.aborted) throw new StartFailed('fault', `${slug} did not start in time`)
        throw error
      } finally {
        deps.giveUp?.removeEventListener('abort', giveUp)
      }
    },
    stop: async () => void (await Promise.all([bridges.stop(), receivers.stop()])),
    kill() {
      bridges.kill()
      receivers.kill()
    },
  }
}

const separateProcesses = (mode: ProcessMode): HubProcesses => ({
  start: ({ addresses, ...hub }, deps) =>
    startChildren(
      { mode, ...hub, memoryLimitMb: memoryLimitMb(addresses.environment, DEFAULT_LIMIT_MB) },
      addresses,
      deps,
    ),
  stop: async () => {},
  kill: () => {},
})

function bridgesOf({ bridgeWorkers, hubs }: HubProcessesOptions) {
  if (bridgeWorkers === 0) return { workers: 0, maxOwnProcesses: Infinity }
  if (bridgeWorkers !== null) return { workers: bridgeWorkers, maxOwnProcesses: 0 }
  return {
    workers: availableParallelism(),
    maxOwnProcesses: hubs <= MAX_OWN_PROCESSES ? MAX_OWN_PROCESSES : 0,
  }
}

function openPool(
  name: string,
  size: { workers: number; maxOwnProcesses: number },
  { environment, clock, events, output }: HubProcessesOptions,
  followers: ReadonlyMap<string, HubPartsDeps>,
): BridgePool {
  return createBridgePool(
    { name, ...size, nodeFlags: NODE_FLAGS, environment: { ...NODE_ENVIRONMENT, ...environment } },
    {
      clock,
      events,
      output,
      onLost: (folder, failure) => followers.get(folder)?.onLost(failure),
      onIsolated: (folder, reason) => followers.get(folder)?.onIsolated(reason),
      onRestarted: (folder, reason) => followers.get(folder)?.onRestarted(reason),
    },
  )
}
