import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { RoleName } from '#processes/role.ts'
import type { ProcessMode } from '../layout.ts'
import type { GatewayEnvironment } from './environment.ts'
import type { HubState } from './hub-state.ts'
import type { StartHubDeps } from './start-hub.ts'

export interface GatewayOptions {
  gateway: GatewayEnvironment
  /** Absolute. */
  dataFolder: string
  environment: Environment
  mode: ProcessMode
  /** Roles of the front process: the web chat, and the edge unless it is disabled. */
  roles: readonly RoleName[]
  /** How many processes bridges share; null leaves it to the number of Hubs and cores. */
  bridgeWorkers: number | null
  /** How many processes hold the edge alone; null leaves it to the mode. */
  edgeWorkers: number | null
  clock: Clock
  surfacesOf: StartHubDeps['surfacesOf']
  /** A Hub is another one than before, from the first on. */
  onChange(folder: string, state: HubState | { kind: 'gone' }): void
}
