/** Null if no turn has a price, which differs from zero. */
export const costUsd = (use: {
  messages: number
  costMicroUsd: number
  unpricedTurns: number
}): number | null =>
  use.messages > 0 && use.unpricedTurns === use.messages ? null : use.costMicroUsd / 1_000_000
