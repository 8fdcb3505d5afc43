import type { Clock } from '#ground/base/clock.ts'
import { throughOutage } from '#ground/store/retry-in-outage.ts'
import type { SpentBudget } from '#ground/turn/errors/budget/schema.ts'
import type { Localized } from '#ground/turn/language/language.ts'
import { sentencesIn } from '#ground/turn/language/sentences.ts'
import type { TokenUsage } from '#ground/turn/schema.ts'
import { TurnRefused, type Needs } from './turn-refused.ts'

export interface TurnSpending extends Disposable {
  readonly turn: string
  /**
   * Null if the turn may start.
   * @throws Error if the budgets cannot be checked.
   */
  check(): Promise<Refusal | null>
  /**
   * Reserves the maximum usage of a model call in addition to `used`.
   * @throws Error if the budgets cannot be checked.
   */
  reserve(used: TokenUsage, bounds: SpendingBounds): Promise<ReservedCall | Refusal>
  release(): Promise<void>
}

interface Refusal {
  code: 'budget_exhausted' | 'model_unpriced'
  words: Localized
  needs: Needs | null
  budget?: SpentBudget
}

/** In tokens. */
export interface SpendingBounds {
  input: number
  output: number | null
  leastOutput: number
  outputs: number
}

export interface ReservedCall {
  maxOutput: number | null
  /** After a failed call, the reservation stays for the next call of the turn, perhaps to another model. */
  end(used: TokenUsage, outcome?: 'failed'): void
}

export type OpenSpending = (turn: {
  email: string | null
  runId: string | null
  /** `<provider>/<model>`: models that may answer. */
  models: readonly string[]
  startedAt: number
}) => TurnSpending

/** @throws TurnRefused if the turn must not start. */
export async function checkSpending(spending: TurnSpending | undefined): Promise<void> {
  const refusal = await withBudgetFailure(async () => spending?.check())
  if (refusal) throw refused(refusal)
}

/**
 * Waits through a short outage of the database.
 * @throws TurnRefused if the call must not be made.
 */
export async function holdCall(
  spending: TurnSpending,
  used: TokenUsage,
  bounds: SpendingBounds,
  until: { clock: Pick<Clock, 'sleep' | 'after'>; signal: AbortSignal },
): Promise<ReservedCall> {
  const held = await withBudgetFailure(() => throughOutage(() => spending.reserve(used, bounds), until))
  if ('code' in held) throw refused(held)
  return held
}

const refused = ({ code, words, needs, budget }: Refusal) =>
  new TurnRefused(code, words, { needs, ...(budget && { budget }) })

async function withBudgetFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new TurnRefused('budget_unavailable', (language) => sentencesIn(language).budgetUnavailable, {
      cause,
    })
  }
}
