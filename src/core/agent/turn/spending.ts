import type { Clock } from '#ground/base/clock.ts'
import { throughOutage } from '#ground/store/retry-in-outage.ts'
import type { Localized } from '#ground/turn/language/language.ts'
import { sentencesIn } from '#ground/turn/language/sentences.ts'
import type { TokenUsage } from '#ground/turn/schema.ts'
import { TurnRefused, type Needs } from './turn-refused.ts'

/** Budget of a running turn. Disposed after its usage was recorded. */
export interface TurnSpending extends Disposable {
  /** Id to record its usage by. */
  readonly turn: string
  /**
   * Reason why it may not begin, or null.
   *
   * @throws when this can't be determined: then it may not.
   */
  check(): Promise<Refusal | null>
  /**
   * Reserves a model call's maximum usage, beside the usage so far, or returns why the call may not be made.
   *
   * @throws as `check` does.
   */
  hold(used: TokenUsage, bounds: SpendingBounds): Promise<ReservedCall | Refusal>
  /** Nothing will be recorded. */
  release(): Promise<void>
}

interface Refusal {
  code: 'budget_exhausted' | 'model_unpriced'
  words: Localized
  needs: Needs | null
}

/** In tokens. */
export interface SpendingBounds {
  input: number
  /** Requested maximum; null if not given. */
  output: number | null
  leastOutput: number
  /** How often the answer may be paid for. */
  outputs: number
}

export interface ReservedCall {
  /** Maximum output tokens for the model; null when no limit is needed. */
  maxOutput: number | null
  end(used: TokenUsage): void
}

/** Begin to count a turn. The wiring passes in the budgets that hold for it. */
export type OpenSpending = (turn: {
  email: string | null
  runId: string | null
  /** `<provider>/<model>` */
  model: string
  startedAt: number
}) => TurnSpending

/**
 * Whether a turn may begin.
 *
 * @throws TurnRefused when it may not.
 */
export async function checkSpending(spending: TurnSpending | undefined): Promise<void> {
  const refusal = await toldOf(async () => spending?.check())
  if (refusal) throw refused(refusal)
}

/**
 * Hold what a call of a model may use at most. A store that is away for a moment doesn't end the turn.
 *
 * @throws TurnRefused when it may not be made.
 */
export async function holdCall(
  spending: TurnSpending,
  used: TokenUsage,
  bounds: SpendingBounds,
  until: { clock: Pick<Clock, 'sleep' | 'after'>; signal: AbortSignal },
): Promise<ReservedCall> {
  const held = await toldOf(() => throughOutage(() => spending.hold(used, bounds), until))
  if ('code' in held) throw refused(held)
  return held
}

const refused = ({ code, words, needs }: Refusal) => new TurnRefused(code, words, { needs })

async function toldOf<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new TurnRefused('budget_unavailable', (language) => sentencesIn(language).budgetUnavailable, {
      cause,
    })
  }
}
