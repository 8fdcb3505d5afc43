/** Null if there are turns and none has a price; 0 without turns. */
export const costUsd = (use: { turns: number; costMicroUsd: number; unpricedTurns: number }): number | null =>
  use.turns > 0 && use.unpricedTurns === use.turns ? null : use.costMicroUsd / 1_000_000
