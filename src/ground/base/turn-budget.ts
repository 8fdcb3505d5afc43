/**
 * Bounds how long one task keeps the event loop to itself. A long task checks between its steps whether the
 * budget is spent, and then waits for the next turn of the loop, in which timers, sockets and other tasks run
 * first. All tasks of a process share one budget, so several of them together do not exceed it.
 */
export interface TurnBudget {
  /** Whether tasks have used the budget of this turn of the event loop. */
  isSpent(): boolean
  /** Resolves in the next turn whose budget is not spent. */
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
  const isSpent = () => {
    if (startedAt !== null) return now() - startedAt >= budgetMs
    startedAt = now()
    afterTurn(() => (startedAt = null))
    return false
  }
  return {
    isSpent,
    async nextTurn() {
      do await new Promise<void>(afterTurn)
      while (isSpent()) // by tasks that ran before this task
    },
  }
}

/** The budget of this process. */
export const processTurns: TurnBudget = createTurnBudget({
  now: () => performance.now(),
  afterTurn: (then) => void setImmediate(then),
})
