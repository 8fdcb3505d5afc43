import type { z } from 'zod'
import type { Inboxes } from '#core/inbox/inbox.ts'
import type { Notices } from '#core/inbox/notices/notices.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { InboundEvents } from './log-events.ts'
import type { PublicAddress } from './request-urls.ts'
import type { SharedInbox } from './inbox-once-needed.ts'
import type { InboundSurface } from './surface.ts'

/** A way by which others send to a Hub: its variables, and how it is opened. */
export interface SurfaceKind {
  readonly variables: z.ZodObject
  /** A missing requirement, in a line with the remedy; null when it may be served. */
  lack(hub: HubPath): string | null
  /** Load and open what answers. */
  open(context: InboundContext): Promise<OpenSurfaces>
}

export interface HubPath {
  hubFolder: string
  environment: Environment
}

export interface InboundContext extends HubPath {
  hubSlug: string
  publicAddress: PublicAddress
  clock: Clock
  inbox: SharedInbox
  /** Stored deliveries. */
  inboxes: Pick<Inboxes, 'of'>
  events: InboundEvents
  /** Notices for the operator about deliveries that were not stored. */
  notices: Notices
}

/** The endpoints of one kind, followed while their settings change. */
export interface OpenSurfaces extends AsyncDisposable {
  /** Names of the served endpoints; none if the channel uses an outgoing connection. */
  names(): readonly string[]
  /** The surface that has exactly this name; null when none of this kind has it. */
  surfaceOf(name: string): InboundSurface | null
  /** Answers for names that no surface of any kind has; null where this kind answers for its own names alone. */
  unknown?(): InboundSurface | null
  /**
   * One request for each secret that the Hub can sign with, of each served address: the address accepts it
   * and stores nothing.
   *
   * @param receiverOrigin Target of the requests. Some senders sign it, unless a public address is set.
   */
  probes(receiverOrigin?: string): readonly Probe[]
}

/** A request that proves to be from a right sender and that no surface stores. */
export interface Probe {
  /** Last part of the path. */
  name: string
  method: 'GET' | 'PUT'
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  body?: string
  /** Response of the address when it accepts the secret. */
  answer: { status: number; text: string | null }
}
