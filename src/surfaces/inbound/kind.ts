import type { z } from 'zod'
import type { Inboxes } from '#core/inbox/inbox.ts'
import type { TestWaits } from '#core/inbox/test-address/test-waits.ts'
import type { Notices } from '#core/inbox/notices/notices.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { InboundEvents } from './log-events.ts'
import type { PublicAddress } from './request-urls.ts'
import type { SharedInbox } from './inbox-once-needed.ts'
import type { InboundSurface } from './surface.ts'

export interface SurfaceKind {
  readonly variables: z.ZodObject
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
  notices: Notices
  waits: TestWaits
}

export interface OpenSurfaces extends AsyncDisposable {
  names(): readonly string[]
  surfaceOf(name: string): InboundSurface | null
  unknown?(): InboundSurface | null
  /** @param receiverOrigin Origin of the receiver, which some senders include in the signature. */
  probes(receiverOrigin?: string): readonly Probe[]
}

/** A signed request that checks an endpoint's secret. No surface stores it. */
export interface Probe {
  /** Last segment of the path. */
  name: string
  method: 'GET' | 'PUT'
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  body?: string
  /** Expected response; any other response means that the endpoint refuses the secret. */
  answer: { status: number; text: string | null }
}
