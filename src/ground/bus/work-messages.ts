import { z } from 'zod'
import { subjectOf } from './bus.ts'

/** What there may be to do: of a Hub, or, as with turns of chats, of all of them. */
export const WORKS = ['runs', 'paused', 'messages', 'inbox', 'calls', 'version', 'turns'] as const
export type Work = (typeof WORKS)[number]

/** In the place of a Hub: what concerns all of them. */
export const ALL_HUBS = '*'

/** How often a process says that it is there, and what it told last. */
export const BEAT_MS = 2000

/** The hints of a process about one Hub are numbered without a gap. */
export const WorkHint = z.object({ from: z.string(), n: z.int(), of: z.enum(WORKS) })
export type WorkHint = z.infer<typeof WorkHint>

export const Beat = z.discriminatedUnion('is', [
  /** `told` has the newest numbers of Hubs about which something was told not long ago; null: of more than fit. */
  z.object({ from: z.string(), is: z.literal('there'), told: z.record(z.string(), z.int()).nullable() }),
  z.object({ from: z.string(), is: z.literal('leaving') }),
])
export type Beat = z.infer<typeof Beat>

/** Where work of a Hub is told. */
export const workSubject = (hub: string): string => subjectOf('work', hub)
/** Where processes say that they are there. */
export const BEATS = subjectOf('beats')
/** Where nobody answers: that this is said means that the server has what was said before. */
export const echoSubject = (id: string): string => subjectOf('echo', id)
