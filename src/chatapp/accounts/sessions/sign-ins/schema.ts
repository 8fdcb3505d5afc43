import { z } from 'zod'

export const SessionId = z.object({ id: z.string().min(1).max(64) })

/** A sign-in as its person may see it. Times are epoch seconds. */
export const SessionView = z.object({
  id: z.string(),
  /** The browser or program, such as `Firefox`; null when it can't be told. */
  program: z.string().nullable(),
  /** What it runs on, such as `Windows`. */
  system: z.string().nullable(),
  /** Where they signed in from, as the server saw it. */
  address: z.string().nullable(),
  created_at: z.number(),
  /** True to five minutes. */
  last_seen_at: z.number().nullable(),
  expires_at: z.number(),
  /** Whether the request came by it. */
  is_current: z.boolean(),
})
export type SessionView = z.infer<typeof SessionView>

/** The one that asks, then those seen last; at most a hundred of `total`. */
export const SessionList = z.object({ items: z.array(SessionView), total: z.number() })

export const SessionsEnded = z.object({ ended: z.number() })
