import type { BudgetUnit } from './limit.ts'

/** `input`, `output` and `leastOutput` are tokens. */
export interface BudgetBounds {
  input: number
  /** Maximum output that the request to the model sets; null if it sets none. */
  output: number | null
  leastOutput: number
  outputs: number
}

export interface Room {
  unit: BudgetUnit
  left: number
}

/** Prices in micro-dollars: `input` for the whole input, `perOutput` for each output token. */
export interface CallPrice {
  input: number
  perOutput: number
}

/**
 * No known model writes a longer answer, so a model call needs no output limit if its budgets allow this many tokens.
 */
export const MAX_OUTPUT_TOKENS = 131_072

/** Output limit that all models accept. */
const BRIEF_OUTPUT = 8192

export function fitCall<R extends Room>(
  bounds: BudgetBounds,
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
  const wanted = bounds.output ?? MAX_OUTPUT_TOKENS
  if (tightest && affordable < Math.min(bounds.leastOutput, wanted)) return { short: tightest }
  if (affordable >= wanted) return { output: wanted, maxOutput: bounds.output }
  const output = bounds.output === null ? Math.min(affordable, BRIEF_OUTPUT) : affordable
  return { output, maxOutput: output }
}

function outputIn({ unit, left }: Room, { input, outputs }: BudgetBounds, price: CallPrice): number {
  if (unit === 'tokens') return Math.floor((left - input) / outputs)
  const rest = left - price.input
  if (rest < 0) return -1
  return price.perOutput === 0 ? Infinity : Math.floor(rest / (price.perOutput * outputs))
}
