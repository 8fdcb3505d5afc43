/** An agent that a key may be for. */
export interface KeyHub {
  slug: string
  name: string
}

/** How long new keys live, in days; 0 is for ever. */
export const LIVES = [30, 90, 365, 0] as const
export type Life = (typeof LIVES)[number]

/** When a key that is made now ends. Pure. */
export const endOf = (life: Life, nowMs: number): number | null =>
  life === 0 ? null : Math.floor(nowMs / 1000) + life * 86_400
