import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { BadConfiguration } from '#ground/base/environment.ts'
import { ModelName, problemText, RATES, ratesIn, Tiers } from '#ground/model-table/entry.ts'
import { entryFor } from '#ground/model-table/entry-for.ts'
import type { Price, Rates } from '#ground/model-table/price.ts'
import { BUILT_IN_TABLE, type ModelTable } from '#ground/model-table/table.ts'
import { costOf, upperRates, type PricedTokens } from './price.ts'

const Entry = z
  .strictObject({ ...RATES, tiers: Tiers.optional() })
  .transform(({ tiers, ...rates }): Price => ({ ...ratesIn(rates), ...(tiers && { tiers }) }))

/** A model whose entry is null has no price, even if the model table lists a price for it. */
const PriceFile = z.strictObject({
  version: z.string().min(1).max(64).optional(),
  source: z.string().optional(),
  models: z.record(ModelName, Entry.nullable()),
})

export interface Prices {
  isPriced(model: string): boolean
  /** Prices of a short prompt, in US dollars per million tokens; null for a model without a price. */
  ratesOf(model: string): Rates | null
  /**
   * Returns the cost by the price tables, else the reported cost, else the cost at the price
   * `SVC_UNPRICED_MODEL_USD`. Null if none of them is known. Tokens of other models have the prices of these models.
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

interface Listed {
  price: Price
  version: string
}

/**
 * The file at `path` takes precedence over the model table.
 *
 * @param upperUsd Assumed price of a model that no table lists, in US dollars per million tokens
 * (`SVC_UNPRICED_MODEL_USD`).
 * @throws BadConfiguration when the file is unreadable or invalid.
 */
export async function openPrices(
  path: string | null,
  upperUsd: number | null = null,
  currentTable: () => ModelTable = () => BUILT_IN_TABLE,
): Promise<Prices> {
  const own = path === null ? null : await readPriceFile(path)
  const known = new Map<string, Listed | null>()
  let knownFrom = currentTable()

  const find = (model: string, table: ModelTable): Listed | null => {
    const entry = own && entryFor(own.names, model)
    if (own && entry != null) {
      const price = own.prices[entry]
      return price ? { price, version: own.version } : null
    }
    const price = isOffline(model) ? flatPrice(0) : table.priceOf(model)
    return price && { price, version: table.date }
  }
  const listed = (model: string): Listed | null => {
    const table = currentTable()
    if (table !== knownFrom) known.clear()
    knownFrom = table
    let found = known.get(model)
    if (found === undefined) known.set(model, (found = find(model, table)))
    return found
  }
  const upper = upperUsd === null ? null : { price: flatPrice(upperUsd), version: `upper-${upperUsd}` }

  const cost: Prices['costOf'] = (model, tokens, reportedMicroUsd) => {
    if (isMixed(model, tokens)) return mixedCost(model, tokens.calls)
    const found = listed(model)
    if (found === null && reportedMicroUsd !== undefined) return { microUsd: reportedMicroUsd, version: null }
    const by = found ?? upper
    return by && { microUsd: costOf(by.price, tokens), version: by.version }
  }
  const mixedCost = (model: string, calls: NonNullable<PricedTokens['calls']>) => {
    const costs = calls.map(({ model: of = model, ...call }) => cost(of, call))
    if (costs.some((one) => one === null)) return null
    const version = (listed(model) ?? upper)?.version ?? null
    return { microUsd: costs.reduce((sum, one) => sum + one!.microUsd, 0), version }
  }
  return {
    isPriced: (model) => listed(model) !== null || upper !== null,
    ratesOf: (model) => (listed(model) ?? upper)?.price ?? null,
    costOf: cost,
    upperRates(model, input) {
      const by = listed(model) ?? upper
      return by && upperRates(by.price, input)
    },
  }
}

const isMixed = (
  model: string,
  tokens: PricedTokens,
): tokens is PricedTokens & { calls: NonNullable<PricedTokens['calls']> } =>
  tokens.calls?.some((call) => call.model !== undefined && call.model !== model) ?? false

const isOffline = (model: string): boolean => model.startsWith('offline/')

const flatPrice = (usd: number): Price => ({ input: usd, output: usd, cachedRead: usd, cacheWrite: usd })

async function readPriceFile(path: string) {
  const wrong = (message: string) =>
    new BadConfiguration([{ variable: 'SVC_PRICES_FILE', message: `${path}: ${message}` }])
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw wrong(error.code === 'ENOENT' ? 'there is no such file' : `can't be read (${error.code})`)
  })
  const text = new TextDecoder().decode(bytes) // removes a byte order mark
  try {
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12)
    const { version = `file-${digest}`, models } = PriceFile.parse(JSON.parse(text))
    return { version, names: new Set(Object.keys(models)), prices: models }
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw wrong(`is not JSON: ${(error as Error).message}`)
    throw wrong(error.issues.map(problemText).join('; '))
  }
}
