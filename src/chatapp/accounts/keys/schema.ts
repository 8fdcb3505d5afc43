import { z } from 'zod'

/** What a key is for, as its owner calls it. */
export const KeyName = z
  .string()
  .trim()
  .min(1, 'expected a name')
  .max(100, 'expected at most 100 characters')
  .regex(/^\P{Cc}*$/u, 'expected one line without control characters')

/** Slugs of Hubs. Whether there are such Hubs is not known here. */
export const HubScope = z
  .array(
    z
      .string()
      .max(100)
      .regex(/^[\p{L}\p{N}-]+$/u, 'expected the slug of a Hub'),
  )
  .min(1, 'expected at least one Hub')
  .max(100, 'expected at most 100 Hubs')

/** The last second of the year 9999. */
const LATEST = 253_402_300_799

export const KeyRequest = z.object({
  name: KeyName,
  hubs: HubScope.nullable().default(null),
  expires_at: z.int().positive().max(LATEST).nullable().default(null),
})

export const KeyId = z.object({ id: z.string().min(1).max(64) })
