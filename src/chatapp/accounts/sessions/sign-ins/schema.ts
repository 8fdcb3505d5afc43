import { z } from 'zod'

export const SessionId = z.object({ id: z.string().min(1).max(64) })

/** Times are epoch seconds. */
export const SessionView = z.object({
  id: z.string(),
  program: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  created_at: z.number(),
  /** Epoch seconds, updated at most every five minutes. */
  last_seen_at: z.number().nullable(),
  expires_at: z.number(),
  is_current: z.boolean(),
})
export type SessionView = z.infer<typeof SessionView>

/** The current session is first. The others are sorted by last use. Contains at most 100 of `total` sessions. */
export const SessionList = z.object({ items: z.array(SessionView), total: z.number() })

export const SessionsEnded = z.object({ ended: z.number() })
