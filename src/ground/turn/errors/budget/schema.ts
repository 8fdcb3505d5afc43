import { z } from 'zod'

const amount = z.number().min(0)

/** The budget that refused a turn. Amounts are micro-dollars or tokens. */
export const SpentBudget = z.object({
  scope: z.enum(['hub', 'person', 'task']),
  period: z.enum(['day', 'month']),
  unit: z.enum(['usd', 'tokens']),
  used: amount,
  /** Reserved by turns that run now. */
  held: amount,
  limit: amount,
  /** Maximum usage of the refused model request. */
  needed: amount,
  /** Epoch seconds. */
  resets_at: z.number(),
})
export type SpentBudget = z.infer<typeof SpentBudget>
