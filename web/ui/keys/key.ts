export interface KeyHub {
  slug: string
  name: string
}

/** Lifetimes of new keys in days; 0: no expiry. */
export const LIVES = [30, 90, 365, 0] as const
export type Life = (typeof LIVES)[number]

/** Expiry of a key created now, seconds since 1970; null: none. */
export const endOf = (life: Life, nowMs: number): number | null =>
  life === 0 ? null : Math.floor(nowMs / 1000) + life * 86_400
