import { z } from 'zod'
import type { Rates } from './price.ts'

const Amount = z.number('expected US dollars per million tokens').min(0).max(1_000_000)

export const RATES = {
  input: Amount,
  output: Amount,
  cached_read: Amount.optional(),
  cache_write: Amount.optional(),
}

const Tier = z.strictObject({
  above: z.int('expected a whole number of tokens').min(1).max(1_000_000_000),
  ...RATES,
})

const isAscending = (tiers: readonly { above: number }[]): boolean =>
  tiers.every(({ above }, n) => n === 0 || above > tiers[n - 1]!.above)

export const Tiers = z
  .array(Tier)
  .min(1)
  .max(20)
  .refine(isAscending, 'expected each tier’s above to be higher than that of the tier before')
  .transform((tiers) => tiers.map(({ above, ...rates }) => ({ above, ...ratesIn(rates) })))

export const ModelName = z
  .string()
  .regex(/^[a-z]+\/\S+$/, 'expected <provider>/<model>, the model perhaps with * at its end')

export function ratesIn({
  input,
  output,
  cached_read = input,
  cache_write = input,
}: Pick<Rates, 'input' | 'output'> & {
  cached_read?: number | undefined
  cache_write?: number | undefined
}): Rates {
  return { input, output, cachedRead: cached_read, cacheWrite: cache_write }
}

export const problemText = (issue: z.core.$ZodIssue): string => {
  const message = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message
  return `${issue.path.join('.') || 'the table'}: ${message}`
}
