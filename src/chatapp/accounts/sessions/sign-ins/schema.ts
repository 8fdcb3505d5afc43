import { z } from 'zod'

export const SessionId = z.object({ id: z.string().min(1).max(64) })

/** A sign-in as its person may see it. Times are epoch seconds. */
export const SessionView = z.object({
  id: z.string(),
  /** The browser or program, such as `Firefox`; null if unknown. */
  program: z.string().nullable(),
  /** Its operating system, such as `Windows`. */
  system: z.string().nullable(),
  /** Address of the sign-in, as the server saw it. */
  address: z.string().nullable(),
  created_at: z.number(),
  /** True to five minutes. */
  last_seen_at: z.number().nullable(),
  expires_at: z.number(),
  /** Whether it is the request's own session. */
  is_current: z.boolean(),
})
export type SessionView = z.infer<typeof SessionView>

/** The present session, then by last use; at most a hundred of `total`. */
export const SessionList = z.object({ items: z.array(SessionView), total: z.number() })

export const SessionsEnded = z.object({ ended: z.number() })
