import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { RoleName } from '#processes/role.ts'
import type { ProcessMode } from '../layout.ts'
import type { GatewayEnvironment } from './environment.ts'
import type { HubState } from './hub-state.ts'
import type { StartHubDeps } from './start-hub.ts'

export interface GatewayOptions {
  gateway: GatewayEnvironment
  dataFolder: string
  environment: Environment
  mode: ProcessMode
  roles: readonly RoleName[]
  /** Number of processes that Hubs share; null: depends on the numbers of Hubs and CPU cores. */
  bridgeWorkers: number | null
  edgeWorkers: number | null
  clock: Clock
  surfacesOf: StartHubDeps['surfacesOf']
  onChange(folder: string, state: HubState | { kind: 'gone' }): void
}
