/** Micro-dollars as dollars. Null when there were turns and none of them has a price: that is not nothing. */
export const costUsd = (use: {
  messages: number
  costMicroUsd: number
  unpricedTurns: number
}): number | null =>
  use.messages > 0 && use.unpricedTurns === use.messages ? null : use.costMicroUsd / 1_000_000
