import type { z } from 'zod'
import type { Inboxes } from '#core/inbox/inbox.ts'
import type { Notices } from '#core/inbox/notices/notices.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { InboundEvents } from './log-events.ts'
import type { PublicAddress } from './request-urls.ts'
import type { SharedInbox } from './inbox-once-needed.ts'
import type { InboundSurface } from './surface.ts'

export interface SurfaceKind {
  readonly variables: z.ZodObject
  /** One line with the missing requirement and its remedy; null if the surface can be served. */
  lack(hub: HubPath): string | null
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
  inboxes: Pick<Inboxes, 'of'>
  events: InboundEvents
  /** Notices for the operator about deliveries that were not stored. */
  notices: Notices
}

/** The endpoints of one kind. They follow changes of their settings. */
export interface OpenSurfaces extends AsyncDisposable {
  /** Names of the served endpoints; empty if the channel uses an outgoing connection. */
  names(): readonly string[]
  surfaceOf(name: string): InboundSurface | null
  /** Surface for names that belong to no kind; absent or null if this kind serves only its own names. */
  unknown?(): InboundSurface | null
  /**
   * Returns one probe for each address and secret. The receiver does not store probes. @param receiverOrigin Origin
   * of the receiver, which some senders include in the signature.
   */
  probes(receiverOrigin?: string): readonly Probe[]
}

/** A request with a valid signature, which no surface stores. */
export interface Probe {
  /** Last segment of the path. */
  name: string
  method: 'GET' | 'PUT'
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  body?: string
  /** Expected response; any other response means that the address refuses the secret. */
  answer: { status: number; text: string | null }
}
