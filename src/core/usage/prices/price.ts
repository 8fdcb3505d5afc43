import type { Price, Rates } from '#ground/model-table/price.ts'

/** `input` includes cached tokens and cache writes, `output` includes reasoning. */
export interface PricedTokens {
  input: number
  output: number
  cached: number
  cacheWrite?: number | undefined
  /** Model of these tokens, if it is not the model of the turn. */
  model?: string | undefined
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
