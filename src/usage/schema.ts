import { z } from 'zod'
import { Time } from '#api/schema.ts'

export const Period = z.enum(['24h', '7d', '30d'])
export type Period = z.infer<typeof Period>

export const SummaryQuery = z.strictObject({ period: Period.default('24h') })

const COUNTS = {
  chats: z.int(),
  messages: z.int().describe('Turns of agents'),
  active_people: z.int(),
  tokens: z.int().describe('In and out together'),
  cost_usd: z.number().nullable().describe('Estimated; null when no price is known'),
  denials: z.int().describe('Restricted tool calls that were refused'),
  runs: z.int(),
  missed_slots: z.int(),
}

export const Totals = z.object(COUNTS).meta({ id: 'Totals' })
export type Totals = z.infer<typeof Totals>

/** Use of the caller's Hubs over a period. */
export const Summary = z
  .object({
    period: Period,
    since: Time,
    until: Time,
    totals: Totals,
    hubs: z.array(z.object({ hub: z.string(), name: z.string(), ...COUNTS })),
    series: z
      .array(
        z.object({
          at: Time.describe('Start of the step: an hour for `24h`, else a day'),
          chats: z.int(),
          messages: z.int(),
          active_people: z.int(),
          tokens: z.int(),
          denials: z.int(),
        }),
      )
      .describe('Oldest first, without gaps'),
    user_accounts: z.int().describe('Accounts that can sign in, in the caller’s scope; regardless of period'),
  })
  .meta({ id: 'Summary' })
export type Summary = z.infer<typeof Summary>
