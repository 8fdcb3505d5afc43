import type { z } from 'zod'
import type { Checked, ConsoleRoute, ExportedRoute } from './contract.ts'
import type { Download } from './download.ts'
import type { EventStream } from './event-stream.ts'

/** A signed-in person who is not blocked. */
export interface ConsoleCaller {
  /** Verified, trimmed and lower case. */
  email: string
  name: string
  /** Id of their account in the web chat. */
  userId: string
  /** A web session, or a personal API key. */
  via: 'session' | 'key'
  /** Slugs of the Hubs that their key is for; null for all, and with a session. */
  keyHubs: readonly string[] | null
  isOrganizationAdmin: boolean
  /** Slugs of the Hubs whose access they manage, in order; all for an organization administrator. */
  manages: readonly string[]
}

export interface ConsoleRequest<R extends ConsoleRoute> extends Checked<R> {
  caller: ConsoleCaller
  /** In answers, logs and access changes. */
  requestId: string
}

/**
 * Returns a value of type `answer`, a stream, or a list as a download; throws `Refused` for expected errors.
 */
export type ConsoleHandler<R extends ConsoleRoute> = (
  request: ConsoleRequest<R>,
) => Promise<Answered<R>> | Answered<R>

type Answered<R extends ConsoleRoute> = R['isStream'] extends true
  ? EventStream
  : z.input<R['answer']> | (R extends ExportedRoute ? Download : never)

/** Registry for the handlers of features' routes. */
export interface ConsoleApp {
  handle<R extends ConsoleRoute>(route: R, handler: ConsoleHandler<R>): void
}

/** A part of the product that has routes in the Console API. */
export interface ConsoleFeature {
  routes(app: ConsoleApp): void
}
