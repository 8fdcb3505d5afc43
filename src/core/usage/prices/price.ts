/** US dollars per million tokens. */
export interface Rates {
  input: number
  output: number
  cachedRead: number
  cacheWrite: number
}

export interface Price extends Rates {
  /** Sorted by ascending threshold. A tier applies to all tokens of the call. */
  tiers?: readonly PriceTier[]
}

export interface PriceTier extends Rates {
  /** The tier applies to requests with more input tokens than this. */
  above: number
}

/** `input` includes cached tokens and cache writes, `output` includes reasoning. */
export interface PricedTokens {
  input: number
  output: number
  cached: number
  cacheWrite?: number | undefined
  /** The price tier of a call depends on its own prompt. If `calls` is missing, all tokens count as one call. */
  calls?: readonly Omit<PricedTokens, 'calls'>[] | undefined
}

/** The cost in whole micro-dollars. Dollars per million tokens equal micro-dollars per token. */
export function costOf(price: Price, tokens: PricedTokens): number {
  if (!price.tiers) return Math.round(costAt(price, tokens))
  const calls = tokens.calls ?? [tokens]
  return Math.round(calls.reduce((sum, call) => sum + costAt(ratesAt(price, call.input), call), 0))
}

/** Upper bound for a call with at most `input` tokens, in micro-dollars per token. */
export function upperRates(price: Price, input: number): { input: number; output: number } {
  const reached = [price, ...(price.tiers ?? []).filter(({ above }) => input > above)]
  return {
    input: Math.max(...reached.flatMap((rates) => [rates.input, rates.cachedRead, rates.cacheWrite])),
    output: Math.max(...reached.map(({ output }) => output)),
  }
}

const ratesAt = (price: Price, input: number): Rates =>
  price.tiers?.findLast(({ above }) => input > above) ?? price

const costAt = (rates: Rates, { input, output, cached, cacheWrite = 0 }: PricedTokens): number => {
  const plain = Math.max(0, input - cached - cacheWrite)
  return (
    plain * rates.input + cached * rates.cachedRead + cacheWrite * rates.cacheWrite + output * rates.output
  )
}

/**
 * A similar name of another model does not match, because a wrong price is worse than no price.
 * @param names `<provider>/<model>`.
 */
export function entryFor(names: ReadonlySet<string>, model: string): string | null {
  if (names.has(model)) return model
  let bare = model
  for (let shorter = bare.replace(VERSION, ''); shorter !== bare; shorter = bare.replace(VERSION, '')) {
    bare = shorter
    if (names.has(bare)) return bare
  }
  const patterns = [...names].filter((name) => name.endsWith('*') && model.startsWith(name.slice(0, -1)))
  return patterns.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** Such as `-2025-04-14`, `-20250514`, `@20250514`, `-1106`, `-001`, `-05-06`, `-latest`, `-preview`, `-exp`. */
const VERSION = /[-@:](?:\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|\d{2}-\d{2}|\d{8}|\d{6}|\d{3,4}|latest|preview|exp)$/
