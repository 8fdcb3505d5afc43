import { z } from 'zod'
import { subjectOf } from './bus.ts'

export const WORKS = ['runs', 'paused', 'messages', 'inbox', 'calls', 'version'] as const
export type WorkKind = (typeof WORKS)[number]

/** Heartbeats carry the sender's last message number. */
export const WORK_HEARTBEAT_MS = 2000

/** `from`: id of the sender. `n`: number of its last notification about the Hub. */
export const WorkMessage = z.discriminatedUnion('is', [
  z.object({ from: z.string(), is: z.literal('hint'), n: z.int(), of: z.enum(WORKS) }),
  z.object({ from: z.string(), is: z.literal('there'), n: z.int() }),
  z.object({ from: z.string(), is: z.literal('leaving') }),
])
export type WorkMessage = z.infer<typeof WorkMessage>

export const workSubject = (hub: string): string => subjectOf('work', hub)
/** A subject without responder. The server's `nobody` reply confirms that it has received all earlier messages. */
export const nobodySubject = (hub: string): string => subjectOf('work', hub, 'nobody')
