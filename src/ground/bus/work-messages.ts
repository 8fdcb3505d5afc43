import { z } from 'zod'
import { subjectOf } from './bus.ts'

/** Kinds of work of a Hub. */
export const WORKS = ['runs', 'paused', 'messages', 'inbox', 'calls', 'version'] as const
export type WorkKind = (typeof WORKS)[number]

/** Interval at which senders announce their presence and their position. */
export const WORK_HEARTBEAT_MS = 2000

/** `from` is the sender, `n` is the number of its last notification about the Hub. */
export const WorkMessage = z.discriminatedUnion('is', [
  z.object({ from: z.string(), is: z.literal('hint'), n: z.int(), of: z.enum(WORKS) }),
  z.object({ from: z.string(), is: z.literal('there'), n: z.int() }),
  z.object({ from: z.string(), is: z.literal('leaving') }),
])
export type WorkMessage = z.infer<typeof WorkMessage>

/** Subject of a Hub's notifications. */
export const workSubject = (hub: string): string => subjectOf('work', hub)
/**
 * A subject without responder: the server's reply to a request there confirms that it has all earlier
 * messages.
 */
export const nobodySubject = (hub: string): string => subjectOf('work', hub, 'nobody')
