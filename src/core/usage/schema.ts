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
    .describe('Estimated cost of the turns with a price; null if no turn has a price'),
  unpriced_turns: z
    .int()
    .describe('Number of turns without a known price, which `cost_usd` does not include'),
}

const ESTIMATED = z.int().describe('Number of turns with estimated tokens')

const COUNTS = {
  chats: z.int(),
  messages: z.int().describe('Number of turns'),
  active_people: z.int(),
  tokens: z.int().describe('Input and output tokens together'),
  estimated_turns: ESTIMATED,
  ...COST,
  denials: z.int().describe('Number of refused calls of restricted tools'),
  runs: z.int(),
  missed_slots: z.int(),
}

export const Totals = z.object(COUNTS).meta({ id: 'Totals' })
export type Totals = z.infer<typeof Totals>

const Before = Totals.omit({ chats: true, active_people: true }).describe(
  'Counts of the previous period of the same length; without chats and people, whose records are not kept that long',
)

export const BudgetPeriod = z
  .enum(['day', 'month'])
  .describe('Period of the budget: a day or a calendar month, in UTC')
export const BudgetScope = z
  .enum(['hub', 'person', 'task'])
  .describe('Usage that the budget limits: of the Hub, of one person on the Hub, or of one task')

/** Amounts are in the budget's unit; the fields of the other unit are null. */
export const BudgetNotice = z
  .object({
    kind: z.literal('budget'),
    hub: z.string(),
    scope: BudgetScope,
    subject: z.string().nullable().describe('Person or task of the budget; null for the whole Hub'),
    period: BudgetPeriod,
    used_usd: z.number().nullable(),
    limit_usd: z.number().nullable(),
    used_tokens: z.int().nullable(),
    limit_tokens: z.int().nullable(),
    unpriced_turns: z
      .int()
      .describe('Number of turns without a known price, which a budget in US dollars cannot count'),
    state: z
      .enum(['warning', 'exhausted'])
      .describe('`warning` from 80 % of the limit, `exhausted` from 100 %'),
    resets_at: Time,
  })
  .meta({ id: 'BudgetNotice' })
export type BudgetNotice = z.infer<typeof BudgetNotice>

export const Summary = z
  .object({
    period: Period,
    since: Time.describe('Start of the period, exactly its length before `until`'),
    until: Time,
    totals: Totals,
    before: Before,
    hubs: z.array(z.object({ hub: z.string(), name: z.string(), ...COUNTS })),
    series: z
      .array(
        z.object({
          at: Time.describe(
            'Start of the interval: an hour for `24h`, otherwise a day. The first interval starts with the period',
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
      .describe('Intervals of the period, oldest first, without gaps'),
    user_accounts: z
      .int()
      .describe(
        'Number of accounts that can sign in, among those the caller may see; independent of the period',
      ),
    notices: z.array(BudgetNotice).describe('Current budget warnings, most severe first; at most 100'),
  })
  .meta({ id: 'Summary' })
export type Summary = z.infer<typeof Summary>

export const PersonBudgetsQuery = z.strictObject({ subject: z.string().min(1).max(320) })

export const PersonBudget = z
  .object({
    hub: z.string(),
    period: BudgetPeriod,
    unit: z.enum(['usd', 'tokens']),
    used: z.number(),
    limit: z.number(),
    state: z.enum(['ok', 'warning', 'exhausted']),
    resets_at: Time,
  })
  .meta({ id: 'PersonBudget' })
export type PersonBudget = z.infer<typeof PersonBudget>

export const PersonBudgetList = z.object({ items: z.array(PersonBudget) }).meta({ id: 'PersonBudgets' })

export const ModelUseQuery = z.strictObject({ hub: HubSlug })

export const ModelUse = z
  .object({
    model: z.string(),
    turns: z.int(),
    failed_turns: z.int(),
    last_at: Time,
    last_failed_at: Time.nullable(),
  })
  .meta({ id: 'ModelUse' })
export type ModelUse = z.infer<typeof ModelUse>

export const ModelUseList = z
  .object({ items: z.array(ModelUse).describe('Last used first') })
  .meta({ id: 'ModelUseList' })

export const BudgetsQuery = z.strictObject({ hub: HubSlug })

const MAX_USD = 1_000_000
const MAX_TOKENS = 1_000_000_000_000

const Limit = z.object({
  unit: z.enum(['usd', 'tokens']),
  limit: z.number().nullable().describe('Limit in US dollars or tokens; null for no limit'),
})

export const Budget = z
  .object({
    scope: BudgetScope,
    subject: z
      .string()
      .nullable()
      .describe(
        'Person or task; null for the whole Hub, or for every person or task without their own budget',
      ),
    period: BudgetPeriod,
    ...Limit.shape,
    source: z
      .enum(['console', 'environment'])
      .describe('Source of the budget: set in the Console, or by `SVC_BUDGET_*` of the Hub'),
    environment_limit: z
      .number()
      .nullable()
      .describe('Limit that applies without the setting in the Console'),
    used: z.number().nullable().describe('Usage in the unit of the limit; null for a default budget'),
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
      .describe(
        'E-mail of a person, or a task such as `md:water`; null for the Hub, or for every person or task',
      ),
    period: BudgetPeriod,
    unit: z.enum(['usd', 'tokens']),
    limit: z.number().positive().nullable().optional().describe('Limit in the unit; null for no limit'),
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
