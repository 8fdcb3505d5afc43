import { z } from 'zod'
import { subjectOf } from './bus.ts'

/** What there may be to do of a Hub. */
export const WORKS = ['runs', 'paused', 'messages', 'inbox', 'calls', 'version'] as const
export type Work = (typeof WORKS)[number]

/** How often who tells says that they are there, and how far they are. */
export const BEAT_MS = 2000

/** `from` names who tells, `n` is the number of the last hint they have told about the Hub. */
export const WorkMessage = z.discriminatedUnion('is', [
  z.object({ from: z.string(), is: z.literal('hint'), n: z.int(), of: z.enum(WORKS) }),
  z.object({ from: z.string(), is: z.literal('there'), n: z.int() }),
  z.object({ from: z.string(), is: z.literal('leaving') }),
])
export type WorkMessage = z.infer<typeof WorkMessage>

/** Where work of a Hub is told. */
export const workSubject = (hub: string): string => subjectOf('work', hub)
/** Where nobody answers: that this is said means that the server has what was said before. */
export const nobodySubject = (hub: string): string => subjectOf('work', hub, 'nobody')
