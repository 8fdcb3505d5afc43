import { z } from 'zod'
import { subjectOf } from './bus.ts'

export const WORK_KINDS = ['runs', 'paused', 'messages', 'inbox', 'calls', 'version'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

export const WORK_HEARTBEAT_MS = 2000

export const WorkMessage = z.discriminatedUnion('is', [
  z.object({ from: z.string(), is: z.literal('hint'), n: z.int(), of: z.enum(WORK_KINDS) }),
  z.object({ from: z.string(), is: z.literal('there'), n: z.int() }),
  z.object({ from: z.string(), is: z.literal('leaving') }),
])
export type WorkMessage = z.infer<typeof WorkMessage>

export const workSubject = (hub: string): string => subjectOf('work', hub)
/**
 * No process subscribes to this subject. The bus server handles messages in order, so its reply `no_responder` to a
 * request confirms that it has received all earlier messages.
 */
export const receiptSubject = (hub: string): string => subjectOf('work', hub, 'nobody')
