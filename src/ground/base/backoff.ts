export interface Backoff {
  firstMs: number
  maxMs: number
  /** Ratio of each delay to the previous delay; default 2. */
  factor?: number
}

export const backoffMs = (failures: number, { firstMs, maxMs, factor = 2 }: Backoff): number =>
  failures < 1 ? 0 : Math.min(firstMs * factor ** (failures - 1), maxMs)
