/**
 * Bounds how long one task keeps the event loop to itself. A long task checks between its steps whether the
 * budget is spent, and then waits for a turn of the loop, in which timers, sockets and other tasks run first. All
 * tasks of a process share one budget, and those that wait get one turn each, in the order in which they began to wait: a
 * short task waits for one portion of each long task, not for its end.
 */
export interface TurnBudget {
  /** Whether tasks have used the budget of this turn of the event loop. */
  isSpent(): boolean
  /** Resolves in a later turn, which is this task's. */
  nextTurn(): Promise<void>
}

interface TurnTime {
  /** Monotonic milliseconds. */
  now(): number
  /** Call `then` once the event loop has served what is due. */
  afterTurn(then: () => void): void
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
    begin() // each waiting task gets a turn of its own
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

/** The budget of this process. */
export const processTurns: TurnBudget = createTurnBudget({
  now: () => performance.now(),
  afterTurn: (then) => void setImmediate(then),
})
