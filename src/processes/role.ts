import type { IncomingMessage, RequestListener } from 'node:http'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { Buses } from './bus.ts'
import type { BridgeRegistration } from './bridge-registration.ts'
import type { Stores } from './stores.ts'

/** The servers of a Hub. The supervisor decides how they share processes. */
export const ROLES = ['edge', 'chatapp', 'bridge', 'inbound', 'adapter'] as const
export type RoleName = (typeof ROLES)[number]
/** Without the adapter, which uses outgoing connections and opens no port. */
export type ListeningRole = Exclude<RoleName, 'adapter'>

/** A started role. Disposal stops accepting requests, lets running answers end, then closes its databases. */
export interface RunningRole extends AsyncDisposable {
  /** Base address on which the role listens; null without a port. */
  readonly url: string | null
  readonly warnings?: readonly string[]
  readonly endpoints?: readonly string[]
  /** Must be called if another process replaces this one. Disposal then gives clients time to move to that process. */
  retire?(): void
  /** Null while the role can't be suspended. A role without this method is never suspended. */
  planSuspension?(this: void): Promise<Suspension | null>
}

export interface Suspension {
  /** Time of the role's next scheduled work; null if there is none. */
  resumeAt: EpochMs | null
  /** Handles a request without resuming the role; null if the role must resume. */
  handlerWhileSuspended(this: void, request: IncomingMessage): RequestListener | null
}

export interface RunningServer extends RunningRole {
  readonly url: string
}

export interface RoleContext {
  environment: Environment
  /** Absolute. */
  hubFolder: string
  stores?: Stores
  buses?: Buses
  registration?: BridgeRegistration
}

export type StartRole = (context: RoleContext) => Promise<RunningRole>
