import type { BudgetUnit } from './limit.ts'

/** What one call of a model may use at most. */
export interface CallBounds {
  /** Tokens in. */
  input: number
  /** Most tokens out that were asked for; null when nobody said. */
  output: number | null
  /** Tokens out without which there is no sense in calling. */
  leastOutput: number
  /** How often the answer may be paid for: one that has to be mended is made twice, and read once. */
  outputs: number
}

/** What is left of a budget, in its unit. */
export interface Room {
  unit: BudgetUnit
  left: number
}

/** Micro-dollars of tokens in at their dearest, and of each token out. */
export interface CallPrice {
  input: number
  perOutput: number
}

/** No model that is known says more in one answer. A call that has room for this is not told to be brief. */
export const MOST_OUTPUT = 131_072

/** What an answer may have where there is no room for the longest: what all models can be told. */
const BRIEF_OUTPUT = 8192

/**
 * How many tokens a call may say so that no budget is exceeded.
 *
 * @returns `maxOutput`, null where the model need not be told; or the budget that has too little left.
 */
export function fitCall<R extends Room>(
  bounds: CallBounds,
  price: CallPrice,
  rooms: readonly R[],
): { output: number; maxOutput: number | null } | { short: R } {
  let affordable = Infinity
  let tightest: R | null = null
  for (const room of rooms) {
    const output = outputIn(room, bounds, price)
    if (output >= affordable) continue
    affordable = output
    tightest = room
  }
  const wanted = bounds.output ?? MOST_OUTPUT
  if (tightest && affordable < Math.min(bounds.leastOutput, wanted)) return { short: tightest }
  if (affordable >= wanted) return { output: wanted, maxOutput: bounds.output }
  const output = bounds.output === null ? Math.min(affordable, BRIEF_OUTPUT) : affordable
  return { output, maxOutput: output }
}

/** Tokens out that a budget has room for beside what goes in; below zero when not even that fits. */
function outputIn({ unit, left }: Room, { input, outputs }: CallBounds, price: CallPrice): number {
  if (unit === 'tokens') return Math.floor((left - input) / outputs)
  const rest = left - price.input
  if (rest < 0) return -1
  return price.perOutput === 0 ? Infinity : Math.floor(rest / (price.perOutput * outputs))
}
