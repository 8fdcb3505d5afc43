import { z } from 'zod'

export const TimeZoneSetting = z.strictObject({
  /** IANA name, such as `Europe/Berlin`; null: the zone of the browser or request. */
  time_zone: z.string().max(64).nullable(),
})
export type TimeZoneSetting = z.infer<typeof TimeZoneSetting>
