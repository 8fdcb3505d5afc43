import type { Environment } from '#ground/base/environment.ts'
import type { Stores } from './stores.ts'

/** The parts a Hub is made of. How they map to operating-system processes is the supervisor's choice. */
export const ROLES = ['edge', 'chatapp', 'bridge', 'inbound', 'adapter'] as const
export type RoleName = (typeof ROLES)[number]
/** All but the adapter, which keeps connections to others and opens no port. */
export type ListeningRole = Exclude<RoleName, 'adapter'>

/** A part that was started whole. Disposing stops accepting, lets running answers end, then closes its stores. */
export interface RunningRole extends AsyncDisposable {
  /** Base address it listens on; null for one that opens no port. */
  readonly url: string | null
  /** What a person should know though it works. */
  readonly warnings?: readonly string[]
  /** Names of the webhook endpoints that it serves. */
  readonly endpoints?: readonly string[]
  /** Another process has taken its place: disposing then gives its clients time to go there. */
  retire?(): void
}

/** A part that others reach at an address. */
export interface RunningServer extends RunningRole {
  readonly url: string
}

/** What a role is started from; everything else it reads from the environment. */
export interface RoleContext {
  environment: Environment
  /** Absolute folder of the Hub. */
  hubFolder: string
  /** Where bridges get their store; default each opens its own. */
  stores?: Stores
}

export type StartRole = (context: RoleContext) => Promise<RunningRole>
