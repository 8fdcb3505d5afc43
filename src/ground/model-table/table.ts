import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { entryFor } from './entry-for.ts'
import { ModelName, problemText, RATES, ratesIn, Tiers } from './entry.ts'
import type { Price } from './price.ts'
import builtIn from './table.json' with { type: 'json' }

/** Prices and context windows of models, as of one date. */
export interface ModelTable {
  /** `YYYY-MM-DD` */
  date: string
  source: string
  models: ReadonlyMap<string, ModelEntry>
  priceOf(model: string): Price | null
  /** Context window in tokens, request and response together; null if unknown, as for self-hosted servers. */
  contextTokensOf(model: string): number | null
}

export interface ModelEntry {
  price: Price | null
  contextTokens: number | null
}

const Entry = z
  .strictObject({
    ...z.object(RATES).partial().shape,
    tiers: Tiers.optional(),
    context: z.int('expected a whole number of tokens').min(1).max(1_000_000_000).optional(),
  })
  .transform(({ tiers, context, input, output, ...cache }, zodContext): ModelEntry => {
    const contextTokens = context ?? null
    if (input === undefined && output === undefined) {
      if (tiers || Object.values(cache).some((amount) => amount !== undefined))
        zodContext.addIssue('expected input and output beside the other prices')
      else if (contextTokens === null) zodContext.addIssue('expected input and output, or context')
      return { price: null, contextTokens }
    }
    if (input === undefined || output === undefined) {
      zodContext.addIssue('expected both input and output')
      return z.NEVER
    }
    return { price: { ...ratesIn({ input, output, ...cache }), ...(tiers && { tiers }) }, contextTokens }
  })

const TableFile = z.strictObject({
  date: z.iso.date('expected a date such as 2026-11-28'),
  source: z.string('expected the source of the figures').trim().min(1).max(2000),
  models: z
    .record(ModelName, Entry)
    .refine((models) => Object.keys(models).length > 0, 'expected at least one model'),
})

export function parseModelTable(value: unknown): Result<ModelTable, string[]> {
  const parsed = TableFile.safeParse(value)
  if (!parsed.success) return refused(parsed.error.issues.map(problemText))
  const { date, source, models } = parsed.data
  return accepted(tableOf(date, source, new Map(Object.entries(models))))
}

function tableOf(date: string, source: string, models: ReadonlyMap<string, ModelEntry>): ModelTable {
  const namesWith = (has: (entry: ModelEntry) => boolean) =>
    new Set([...models].filter(([, entry]) => has(entry)).map(([name]) => name))
  const priced = namesWith(({ price }) => price !== null)
  const sized = namesWith(({ contextTokens }) => contextTokens !== null)
  return {
    date,
    source,
    models,
    priceOf: (model) => models.get(entryFor(priced, model) ?? '')?.price ?? null,
    contextTokensOf: (model) => models.get(entryFor(sized, model) ?? '')?.contextTokens ?? null,
  }
}

const parsedBuiltIn = parseModelTable(builtIn)
if (!parsedBuiltIn.ok) throw new Error(`table.json: ${parsedBuiltIn.refusal.join('; ')}`)

/** The table of this release. */
export const BUILT_IN_TABLE: ModelTable = parsedBuiltIn.value
