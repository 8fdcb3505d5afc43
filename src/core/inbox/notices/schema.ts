import { z } from 'zod'

export const RefusedRequests = z.object({
  at: z.number(),
  why: z.enum(['no-proof', 'other-proof', 'too-old', 'too-early', 'mismatch', 'too-large', 'unsupported']),
  headers: z.array(z.string()).optional(),
  seconds: z.number().optional(),
})
export type RefusedRequests = z.infer<typeof RefusedRequests>

export const OtherBody = z.object({ at: z.number(), header: z.string(), id: z.string() })

export const EndpointNotices = z.object({
  refused: z.number().default(0),
  refusals: z.array(RefusedRequests).default([]),
  otherBodies: z.number().default(0),
  lastOtherBody: OtherBody.nullable().default(null),
})
export type EndpointNotices = z.infer<typeof EndpointNotices>
