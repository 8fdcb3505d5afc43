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
