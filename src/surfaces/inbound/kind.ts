import type { z } from 'zod'
import type { Inboxes } from '#core/inbox/inbox.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { InboundEvents } from './log-events.ts'
import type { SharedInbox } from './inbox-once-needed.ts'
import type { Surface } from './surface.ts'

/** A way by which others send to a Hub: its variables, and how it is opened. */
export interface SurfaceKind {
  readonly variables: z.ZodObject
  /** What it can't be served without and does not have, in a line that says how to give it; null when it may be served. */
  lack(hub: HubPlace): string | null
  /** Load and open what answers. */
  open(context: InboundContext): Promise<OpenSurfaces>
}

export interface HubPlace {
  hubFolder: string
  environment: Environment
}

export interface InboundContext extends HubPlace {
  clock: Clock
  inbox: SharedInbox
  /** What was stored. */
  inboxes: Pick<Inboxes, 'of'>
  events: InboundEvents
}

/** The endpoints of one kind, followed while their settings change. */
export interface OpenSurfaces extends AsyncDisposable {
  /** Of the endpoints that are served; none where a connection of ours takes the place of posts to us. */
  names(): readonly string[]
  /** What answers below a name; null when this kind leaves it to others. */
  surfaceOf(name: string): Surface | null
}
