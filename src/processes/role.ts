import type { IncomingMessage, RequestListener } from 'node:http'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { Buses } from './bus.ts'
import type { BridgeRegistration } from './place.ts'
import type { Stores } from './stores.ts'

/** The parts a Hub is made of. How they map to operating-system processes is the supervisor's choice. */
export const ROLES = ['edge', 'chatapp', 'bridge', 'inbound', 'adapter'] as const
export type RoleName = (typeof ROLES)[number]
/** All but the adapter, which keeps connections to others and opens no port. */
export type ListeningRole = Exclude<RoleName, 'adapter'>

/** A part that was started whole. Disposing stops accepting, lets running answers end, then closes its stores. */
export interface RunningRole extends AsyncDisposable {
  /** Base address it listens on; null for a role without a port. */
  readonly url: string | null
  /** Warnings for a person about a working role. */
  readonly warnings?: readonly string[]
  /** Names of the webhook endpoints that it serves. */
  readonly endpoints?: readonly string[]
  /** Another process has taken its place: disposing then gives its clients time to move there. */
  retire?(): void
  /** How it can be away for a while; null when it can't now. A part without this never can. */
  rest?(this: void): Promise<Rest | null>
}

/** Handlers for a suspended part. */
export interface Rest {
  /** When it has something to do by itself; null for never. */
  resumeAt: EpochMs | null
  /** Handler of a request without it; null when the part itself is needed. */
  answerTo(this: void, request: IncomingMessage): RequestListener | null
}

/** A part with an address for others. */
export interface RunningServer extends RunningRole {
  readonly url: string
}

/** Inputs of a role; everything else is read from the environment. */
export interface RoleContext {
  environment: Environment
  /** Absolute folder of the Hub. */
  hubFolder: string
  /** Source of bridges' stores; default each opens its own. */
  stores?: Stores
  /** The same for the bus. */
  buses?: Buses
  /** Registration of a bridge; default its own. */
  place?: BridgeRegistration
}

export type StartRole = (context: RoleContext) => Promise<RunningRole>
