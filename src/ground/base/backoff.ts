export interface Backoff {
  /** Delay after the first failure. */
  firstMs: number
  maxMs: number
  /** Ratio of each delay to the previous delay; default 2. */
  factor?: number
}

/** Delay before the next attempt. It grows with the number of consecutive failures. */
export const backoffMs = (failures: number, { firstMs, maxMs, factor = 2 }: Backoff): number =>
  failures < 1 ? 0 : Math.min(firstMs * factor ** (failures - 1), maxMs)
