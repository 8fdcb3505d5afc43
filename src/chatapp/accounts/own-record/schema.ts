import { z } from 'zod'
import { UserView } from '../schema.ts'

const MAX_STORED_CHARS = 64 * 1024

/** The size is limited, because the object is stored in the account's row. */
const Bounded = z
  .record(z.string().max(200), z.unknown())
  .refine((value) => JSON.stringify(value).length <= MAX_STORED_CHARS, 'expected at most 64 KiB of JSON')

/** Settings of Open WebUI's clients, stored unchanged. */
export const ClientSettings = Bounded
export const PersonalInfo = Bounded

export const StatusForm = z.object({
  status_emoji: z.string().max(100).nullish(),
  status_message: z.string().max(500).nullish(),
  /** Epoch seconds. */
  status_expires_at: z.number().int().min(0).nullish(),
})

export const Status = z.object({
  status_emoji: z.string().nullable().default(null),
  status_message: z.string().nullable().default(null),
  status_expires_at: z.number().nullable().default(null),
})
export type Status = z.infer<typeof Status>

export const OwnRecord = UserView.extend({
  ...Status.shape,
  timezone: z.string().nullable(),
  info: PersonalInfo.nullable(),
  settings: ClientSettings.nullable(),
})

export const Variables = z.object({ variables: z.object({}) })

export const TimezoneForm = z.object({ timezone: z.string().max(64) })
export const Done = z.object({ status: z.boolean() })
