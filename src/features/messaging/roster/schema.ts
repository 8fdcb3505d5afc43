import { z } from 'zod'
import { CHANNEL_NAMES } from '#ground/hub/channels.ts'
import { Filter, pageSchema, Paging, Time } from '#ground/api/schema.ts'
import { ChannelMessageState } from '../schema.ts'

const Hub = z.string().min(1).max(256).describe('Slug')

export const RosterQuery = z.strictObject({
  hub: Hub,
  search: Filter.describe('Only senders with this text in their handle, account or name'),
  ...Paging.shape,
})

const RosterEntry = z.object({
  surface: z.enum([...CHANNEL_NAMES, '*']).describe('`*` means every channel'),
  handle: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  line: z.int().describe('Line number in the roster, or in the output of the roster’s script'),
  has_account: z
    .boolean()
    .nullable()
    .describe('True if the sender has a web chat account; null while the web chat is unavailable'),
  last: z
    .object({ id: z.string(), state: ChannelMessageState, received_at: Time })
    .nullable()
    .describe('Time of the person’s last message to the Hub, from any handle'),
})
export type RosterEntry = z.infer<typeof RosterEntry>

export const RosterPage = pageSchema(RosterEntry)
  .extend({
    file: z
      .string()
      .nullable()
      .describe('Path of the roster relative to the Hub’s folder; null without a roster'),
    read_at: Time.nullable().describe('Time at which the roster was last read; null without a roster'),
    problems: z
      .array(z.object({ file: z.string(), line: z.int().nullable(), message: z.string() }))
      .describe('Problems of the roster; while there are any, the roster is ignored'),
  })
  .meta({ id: 'Roster' })
export type RosterPage = z.infer<typeof RosterPage>

export const StrangersQuery = z.strictObject({ hub: Hub, ...Paging.shape })

const Stranger = z.object({
  channel: z.enum(CHANNEL_NAMES),
  handle: z.string().describe('Permanent id of the sender at the provider; rosters use it'),
  sender: z.string().nullable().describe('Name that the sender chose'),
  email: z.string().nullable().describe('Account of the handle in the current roster; null if it has none'),
  near: z
    .array(z.object({ line: z.int(), as: z.string().describe('Handle as written in the roster') }))
    .describe('Lines of the roster with almost the same number, such as without its country code'),
  messages: z.int(),
  last_at: Time,
})
export type Stranger = z.infer<typeof Stranger>
export const StrangersPage = pageSchema(Stranger).meta({ id: 'Strangers' })
