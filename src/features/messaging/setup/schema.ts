import { z } from 'zod'
import { Time } from '#ground/api/schema.ts'
import { CHANNEL_NAMES } from '#ground/hub/channels.ts'

const Hub = z.string().min(1).max(256).describe('Slug')
const Channel = z.enum(CHANNEL_NAMES)

export const ChannelField = z.object({
  name: z.string().describe('Name of the variable that sets the same value'),
  is_secret: z.boolean(),
  is_set: z.boolean(),
  value: z.string().nullable().describe('Null for secrets, which are never returned'),
})

export const ChannelSetup = z
  .object({
    hub: Hub,
    channel: Channel,
    option: z.string().describe('Name of the channel in `SVC_INBOUND`'),
    is_served: z.boolean().describe('False unless `SVC_INBOUND` names the channel'),
    may_change: z.boolean().describe('False unless `SVC_CONSOLE_SETUP` is on'),
    set_by: z
      .array(z.string())
      .describe('Variables of the environment, which take precedence and prevent changes'),
    fields: z.array(ChannelField),
    address: z.string().nullable().describe('Address to enter at the provider; null if none is needed'),
    is_readable: z.boolean().describe('False if the stored settings were encrypted with other secrets'),
    revision: z.string().nullable().describe('Revision of the stored settings; null if none are stored'),
    changed_at: Time.nullable(),
    changed_by: z.string().nullable(),
  })
  .meta({ id: 'ChannelSetup' })
export type ChannelSetup = z.infer<typeof ChannelSetup>

export const ChannelSetups = z.object({ items: z.array(ChannelSetup) })
export const ChannelSetupsQuery = z.strictObject({ hub: Hub })
export const ChannelParams = z.object({ channel: Channel })

export const ChannelChange = z
  .strictObject({
    hub: Hub,
    expected_revision: z
      .string()
      .min(1)
      .max(64)
      .nullable()
      .describe('Revision that the change was planned for; null if nothing was stored'),
    values: z
      .record(z.string().max(64), z.string().trim().min(1).max(4000))
      .describe('Values by name. A secret that is left out keeps its stored value'),
  })
  .meta({ id: 'ChannelChange' })
export type ChannelChange = z.output<typeof ChannelChange>

export const ChannelRemoval = z.strictObject({ hub: Hub, expected_revision: z.string().min(1).max(64) })
