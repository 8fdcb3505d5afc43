import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { BadConfiguration } from '#ground/base/environment.ts'
import { costOf, entryFor, upperRates, type Price, type PricedTokens, type Rates } from './price.ts'
import builtIn from './table.json' with { type: 'json' }

const Amount = z.number('expected US dollars per million tokens').min(0).max(1_000_000)

const RATES = {
  input: Amount,
  output: Amount,
  cached_read: Amount.optional(),
  cache_write: Amount.optional(),
}

const Tier = z.strictObject({
  above: z.int('expected a whole number of tokens').min(1).max(1_000_000_000),
  ...RATES,
})

const Entry = z
  .strictObject({
    ...RATES,
    tiers: z
      .array(Tier)
      .min(1)
      .max(20)
      .refine(isAscending, 'expected each tier’s above to be higher than that of the tier before')
      .optional(),
  })
  .transform(({ tiers, ...rates }): Price => ({
    ...ratesIn(rates),
    ...(tiers && { tiers: tiers.map(({ above, ...more }) => ({ above, ...ratesIn(more) })) }),
  }))

function isAscending(tiers: readonly { above: number }[]): boolean {
  return tiers.every(({ above }, n) => n === 0 || above > tiers[n - 1]!.above)
}

function ratesIn({
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

/** A model whose entry is null has no price, even if another table lists a price for it. */
const PriceTable = z.strictObject({
  version: z.string().min(1).max(64).optional(),
  source: z.string().optional(),
  models: z.record(
    z.string().regex(/^[a-z]+\/\S+$/, 'expected <provider>/<model>, the model perhaps with * at its end'),
    Entry.nullable(),
  ),
})

export interface Prices {
  isPriced(model: string): boolean
  /**
   * Returns the cost by the price tables, else the reported cost, else the cost at the price
   * `SVC_UNPRICED_MODEL_USD`. Null if none of them is known.
   * @returns Micro-dollars and the version of the price table; `version` is null for a reported cost.
   */
  costOf(
    model: string,
    tokens: PricedTokens,
    reportedMicroUsd?: number,
  ): { microUsd: number; version: string | null } | null
  /** Upper bound over all tiers, in micro-dollars per token; null for a model without a price. */
  upperRates(model: string, input: number): { input: number; output: number } | null
}

/**
 * The file at `path` takes precedence over the prices of the release.
 *
 * @param upperUsd Assumed price of a model that no table lists, in US dollars per million tokens
 * (`SVC_UNPRICED_MODEL_USD`).
 * @throws BadConfiguration when the file is unreadable or invalid.
 */
export async function openPrices(path: string | null, upperUsd: number | null = null): Promise<Prices> {
  const tables = [tableOf(builtIn, builtIn.version)]
  if (path !== null) tables.unshift(await readTable(path))
  const known = new Map<string, { price: Price; version: string } | null>()
  const find = (model: string) => {
    for (const { version, models } of tables) {
      const entry = entryFor(models.names, model)
      if (entry === null) continue
      const price = models.prices[entry]
      return price ? { price, version } : null
    }
    return null
  }
  const listed = (model: string) => {
    let found = known.get(model)
    if (found === undefined) known.set(model, (found = find(model)))
    return found
  }
  const upper = upperUsd === null ? null : { price: flatPrice(upperUsd), version: `upper-${upperUsd}` }
  return {
    isPriced: (model) => listed(model) !== null || upper !== null,
    costOf(model, tokens, reportedMicroUsd) {
      const found = listed(model)
      if (found === null && reportedMicroUsd !== undefined)
        return { microUsd: reportedMicroUsd, version: null }
      const by = found ?? upper
      return by && { microUsd: costOf(by.price, tokens), version: by.version }
    },
    upperRates(model, input) {
      const by = listed(model) ?? upper
      return by && upperRates(by.price, input)
    },
  }
}

const flatPrice = (usd: number): Price => ({ input: usd, output: usd, cachedRead: usd, cacheWrite: usd })

async function readTable(path: string) {
  const wrong = (message: string) =>
    new BadConfiguration([{ variable: 'SVC_PRICES_FILE', message: `${path}: ${message}` }])
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw wrong(error.code === 'ENOENT' ? 'there is no such file' : `can't be read (${error.code})`)
  })
  const text = new TextDecoder().decode(bytes) // removes a byte order mark
  try {
    return tableOf(JSON.parse(text), `file-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw wrong(`is not JSON: ${(error as Error).message}`)
    throw wrong(error.issues.map(problemText).join('; '))
  }
}

const problemText = (issue: z.core.$ZodIssue): string => {
  const message = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message
  return `${issue.path.join('.') || 'the table'}: ${message}`
}

const tableOf = (value: unknown, fallbackVersion: string) => {
  const { version = fallbackVersion, models } = PriceTable.parse(value)
  return { version, models: { names: new Set(Object.keys(models)), prices: models } }
}
