import { z } from 'zod'

/** Purpose of a key, named by its owner. */
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
export type KeyRequest = z.input<typeof KeyRequest>

export const KeyId = z.object({ id: z.string().min(1).max(64) })

/** A key as answers show it. Times are epoch seconds. */
export const KeyView = z.object({
  id: z.string(),
  name: z.string(),
  /** Its last characters. */
  hint: z.string(),
  /** Slugs of the Hubs it is for; null for all. */
  hubs: z.array(z.string()).readonly().nullable(),
  created_at: z.number(),
  expires_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
})
export type KeyView = z.infer<typeof KeyView>

export const KeyList = z.object({ items: z.array(KeyView) })

/** A key with its value, which is shown once. */
export const NewKey = z.object({ ...KeyView.shape, api_key: z.string() })
export type NewKey = z.infer<typeof NewKey>

export const OnlyKeyMade = z.object({ api_key: z.string() })

/** Only its hash is stored, so the key itself can't be shown a second time. */
export const OnlyKey = z.object({
  api_key: z.null(),
  hint: z.string(),
  created_at: z.number(),
  last_used_at: z.number().nullable(),
})
