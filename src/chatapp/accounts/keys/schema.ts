import { z } from 'zod'

export const KeyName = z
  .string()
  .trim()
  .min(1, 'expected a name')
  .max(100, 'expected at most 100 characters')
  .regex(/^\P{Cc}*$/u, 'expected one line without control characters')

export const HubScope = z
  .array(
    z
      .string()
      .max(100)
      .regex(/^[\p{L}\p{N}-]+$/u, 'expected the slug of a Hub'),
  )
  .min(1, 'expected at least one Hub')
  .max(100, 'expected at most 100 Hubs')

/** End of the year 9999, in epoch seconds. */
const LATEST = 253_402_300_799

export const KeyRequest = z.object({
  name: KeyName,
  hubs: HubScope.nullable().default(null),
  expires_at: z.int().positive().max(LATEST).nullable().default(null),
})
export type KeyRequest = z.input<typeof KeyRequest>

export const KeyId = z.object({ id: z.string().min(1).max(64) })

/** Times are epoch seconds. */
export const KeyView = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  /** Slugs of the Hubs that accept the key; null: all. */
  hubs: z.array(z.string()).readonly().nullable(),
  created_at: z.number(),
  expires_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
})
export type KeyView = z.infer<typeof KeyView>

export const KeyList = z.object({ items: z.array(KeyView) })

export const NewKey = z.object({ ...KeyView.shape, api_key: z.string() })
export type NewKey = z.infer<typeof NewKey>

export const OnlyKeyMade = z.object({ api_key: z.string() })

/** `api_key` is null, because only the key's hash is stored. */
export const OnlyKey = z.object({
  api_key: z.null(),
  hint: z.string(),
  created_at: z.number(),
  last_used_at: z.number().nullable(),
})
