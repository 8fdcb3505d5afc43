/** Null, not zero, if no turn has a price. */
export const costUsd = (use: { turns: number; costMicroUsd: number; unpricedTurns: number }): number | null =>
  use.turns > 0 && use.unpricedTurns === use.turns ? null : use.costMicroUsd / 1_000_000
