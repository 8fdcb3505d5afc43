/** What a model costs, in US dollars per million tokens. */
export interface Price {
  input: number
  output: number
  /** Input the provider had kept from before. */
  cachedRead: number
  /** Input the provider keeps for later. */
  cacheWrite: number
}

/** Tokens of a turn. `input` includes the cached ones and those kept for later, `output` the reasoning. */
export interface PricedTokens {
  input: number
  output: number
  cached: number
  cacheWrite?: number | undefined
}

/** Cost in whole micro-dollars: dollars per million tokens are micro-dollars per token. */
export function costOf(price: Price, { input, output, cached, cacheWrite = 0 }: PricedTokens): number {
  const plain = Math.max(0, input - cached - cacheWrite)
  return Math.round(
    plain * price.input + cached * price.cachedRead + cacheWrite * price.cacheWrite + output * price.output,
  )
}

/**
 * The entry of a table that is meant for a model: the one of its very name, else the one of its name without the date
 * or stage at its end, else the longest that ends in `*`. Another model whose name merely begins alike does not match:
 * no price is better than a wrong one.
 *
 * @param names Of the table, `<provider>/<model>`.
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
