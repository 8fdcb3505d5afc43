import { z } from 'zod'
import { CHANNEL_NAMES } from '#ground/hub/channels.ts'
import { Filter, pageSchema, Paging, Time } from '#ground/api/schema.ts'
import { ChannelMessageState } from '../schema.ts'

const Hub = z.string().min(1).max(256).describe('Slug')

export const RosterQuery = z.strictObject({
  hub: Hub,
  search: Filter.describe('Part of the handle, the account, or the name'),
  ...Paging.shape,
})

const RosterEntry = z.object({
  surface: z.enum([...CHANNEL_NAMES, '*']).describe('`*` means every channel'),
  handle: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  line: z.int().describe('Line in the roster, or in its script’s output'),
  has_account: z
    .boolean()
    .nullable()
    .describe('Whether the sender has a web chat account; null while the web chat is unavailable'),
  last: z
    .object({ id: z.string(), state: ChannelMessageState, received_at: Time })
    .nullable()
    .describe('The person’s last message to the Hub, with any handle'),
})
export type RosterEntry = z.infer<typeof RosterEntry>

export const RosterPage = pageSchema(RosterEntry)
  .extend({
    file: z.string().nullable().describe('Its path, relative to the Hub’s folder; null without a roster'),
    read_at: Time.nullable().describe('When it was last read; null without a roster'),
    problems: z
      .array(z.object({ file: z.string(), line: z.int().nullable(), message: z.string() }))
      .describe('While there is a problem, the roster is ignored'),
  })
  .meta({ id: 'Roster' })
export type RosterPage = z.infer<typeof RosterPage>

export const StrangersQuery = z.strictObject({ hub: Hub, ...Paging.shape })

const Stranger = z.object({
  channel: z.enum(CHANNEL_NAMES),
  handle: z.string().describe('The sender’s permanent id at the provider, which a roster uses'),
  sender: z.string().nullable().describe('Name that the sender chose'),
  email: z.string().nullable().describe('Account of the handle, by the present roster; null without one'),
  near: z
    .array(z.object({ line: z.int(), as: z.string().describe('The handle, as the roster writes it') }))
    .describe('Lines of the roster with almost the same number, such as without its country code'),
  messages: z.int(),
  last_at: Time,
})
export type Stranger = z.infer<typeof Stranger>
export const StrangersPage = pageSchema(Stranger).meta({ id: 'Strangers' })
