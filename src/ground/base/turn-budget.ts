/**
 * Limits the time that long tasks block the event loop.
 *
 * 1. Between its steps, a long task checks `isSpent` and, if true, awaits `nextTurn`. Other work runs in between.
 * 2. All tasks of a process share one budget per turn of the event loop.
 * 3. Waiting tasks get one turn each, first come, first served.
 */
export interface TurnBudget {
  isSpent(): boolean
  nextTurn(): Promise<void>
}

interface TurnTime {
  /** Monotonic milliseconds. */
  now(): number
  afterTurn(callback: () => void): void
}

const BUDGET_MS = 8

export function createTurnBudget({ now, afterTurn }: TurnTime, budgetMs = BUDGET_MS): TurnBudget {
  let startedAt: number | null = null
  const begin = () => {
    startedAt = now()
    afterTurn(() => (startedAt = null))
  }
  const waiting: (() => void)[] = []
  const serveNext = () => {
    const resume = waiting.shift()!
    if (waiting.length > 0) afterTurn(serveNext)
    begin()
    resume()
  }
  return {
    isSpent() {
      if (startedAt !== null) return now() - startedAt >= budgetMs
      begin()
      return false
    },
    nextTurn: () =>
      new Promise((resolve) => {
        if (waiting.push(resolve) === 1) afterTurn(serveNext)
      }),
  }
}

export const processTurns: TurnBudget = createTurnBudget({
  now: () => performance.now(),
  afterTurn: (callback) => void setImmediate(callback),
})
