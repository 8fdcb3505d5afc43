import { z } from 'zod'
import { Time } from '#ground/api/schema.ts'

export const Period = z.enum(['24h', '7d', '30d'])
export type Period = z.infer<typeof Period>

const HubSlug = z.string().min(1).max(256)

export const SummaryQuery = z.strictObject({
  period: Period.default('24h'),
  hub: HubSlug.optional().describe('Only this Hub; the caller must manage it'),
})
export type SummaryQuery = z.output<typeof SummaryQuery>

const COST = {
  cost_usd: z
    .number()
    .nullable()
    .describe('Estimated, of the turns with a price; null when no turn has a price'),
  unpriced_turns: z.int().describe('Turns of models without a price, which `cost_usd` leaves out'),
}

const ESTIMATED = z.int().describe('Turns with estimated tokens')

const COUNTS = {
  chats: z.int(),
  messages: z.int().describe('Turns of agents'),
  active_people: z.int(),
  tokens: z.int().describe('In and out together'),
  estimated_turns: ESTIMATED,
  ...COST,
  denials: z.int().describe('Restricted tool calls that were refused'),
  runs: z.int(),
  missed_slots: z.int(),
}

export const Totals = z.object(COUNTS).meta({ id: 'Totals' })
export type Totals = z.infer<typeof Totals>

const Before = Totals.omit({ chats: true, active_people: true }).describe(
  'In the period of the same length before; without chats and people, as who was there isn’t kept that long',
)

export const BudgetPeriod = z.enum(['day', 'month']).describe('A day or a calendar month, in UTC')
export const BudgetScope = z
  .enum(['hub', 'person', 'task'])
  .describe('Counted usage: the Hub’s, one person’s on the Hub, or one task’s')

/** Amounts are in the budget's unit; the fields of the other unit are null. */
export const BudgetNotice = z
  .object({
    kind: z.literal('budget'),
    hub: z.string(),
    scope: BudgetScope,
    subject: z.string().nullable().describe('The person or task; null for the whole Hub'),
    period: BudgetPeriod,
    used_usd: z.number().nullable(),
    limit_usd: z.number().nullable(),
    used_tokens: z.int().nullable(),
    limit_tokens: z.int().nullable(),
    unpriced_turns: z.int().describe('Turns that a budget in money can’t count'),
    state: z.enum(['warning', 'exhausted']).describe('From 80 % on, and from 100 % on'),
    resets_at: Time,
  })
  .meta({ id: 'BudgetNotice' })
export type BudgetNotice = z.infer<typeof BudgetNotice>

export const Summary = z
  .object({
    period: Period,
    since: Time.describe('Exactly the period’s length before `until`'),
    until: Time,
    totals: Totals,
    before: Before,
    hubs: z.array(z.object({ hub: z.string(), name: z.string(), ...COUNTS })),
    series: z
      .array(
        z.object({
          at: Time.describe(
            'Start of the step, an hour for `24h`, else a day; the first one begins with the period',
          ),
          chats: z.int(),
          messages: z.int(),
          active_people: z.int(),
          tokens: z.int(),
          estimated_turns: ESTIMATED,
          ...COST,
          denials: z.int(),
        }),
      )
      .describe('Oldest first, without gaps'),
    user_accounts: z.int().describe('Accounts that can sign in, in the caller’s scope; regardless of period'),
    notices: z.array(BudgetNotice).describe('Current warnings, the worst first; at most a hundred'),
  })
  .meta({ id: 'Summary' })
export type Summary = z.infer<typeof Summary>

export const BudgetsQuery = z.strictObject({ hub: HubSlug })

const MAX_USD = 1_000_000
const MAX_TOKENS = 1_000_000_000_000

const Limit = z.object({
  unit: z.enum(['usd', 'tokens']),
  limit: z.number().nullable().describe('US dollars or tokens; null for no limit'),
})

export const Budget = z
  .object({
    scope: BudgetScope,
    subject: z
      .string()
      .nullable()
      .describe('Null for the whole Hub, or for everybody without a budget of their own'),
    period: BudgetPeriod,
    ...Limit.shape,
    source: z.enum(['console', 'environment']).describe('Set here, or by the Hub’s `SVC_BUDGET_*`'),
    environment_limit: z.number().nullable().describe('Effective limit without the setting made here'),
    used: z.number().nullable().describe('Use in the unit; null for the default of everyone'),
    unpriced_turns: z.int().nullable(),
    state: z.enum(['ok', 'warning', 'exhausted']).nullable(),
    set_by: z.string().nullable(),
    set_at: Time.nullable(),
    resets_at: Time,
  })
  .meta({ id: 'Budget' })
export type Budget = z.infer<typeof Budget>

export const Budgets = z
  .object({
    hub: z.string(),
    items: z.array(Budget),
    usage: z
      .array(
        z.object({
          period: BudgetPeriod,
          tokens: z.int(),
          ...COST,
        }),
      )
      .describe('The Hub’s usage in the current day and month'),
  })
  .meta({ id: 'Budgets' })
export type Budgets = z.infer<typeof Budgets>

/** With `remove`, the environment's budget applies again, if any. */
export const BudgetChange = z
  .strictObject({
    hub: HubSlug,
    scope: BudgetScope,
    subject: z
      .string()
      .trim()
      .toLowerCase()
      .min(1)
      .max(256)
      .nullable()
      .default(null)
      .describe('A person’s e-mail or a task such as `md:water`; null for the Hub, or for everybody'),
    period: BudgetPeriod,
    unit: z.enum(['usd', 'tokens']),
    limit: z.number().positive().nullable().optional().describe('Null lifts the limit'),
    remove: z.boolean().default(false),
  })
  .check(({ value, issues }) => {
    const wrong = (path: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [path], message })
    if (value.scope === 'hub' && value.subject !== null) wrong('subject', 'a Hub’s budget has no subject')
    if (value.remove === (value.limit !== undefined))
      wrong('limit', 'expected either `limit` or `remove: true`')
    if (typeof value.limit !== 'number') return
    if (value.unit === 'tokens' && !Number.isInteger(value.limit)) wrong('limit', 'expected a whole number')
    if (value.unit === 'usd' && value.limit < 0.000001) wrong('limit', 'expected at least 0.000001')
    const most = value.unit === 'usd' ? MAX_USD : MAX_TOKENS
    if (value.limit > most) wrong('limit', `expected at most ${most}`)
  })
export type BudgetChange = z.output<typeof BudgetChange>
