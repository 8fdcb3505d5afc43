/** Gives a function that runs work with at most `limit` of it going on at once; the rest waits its turn. */
export function oneOfFew(limit: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    while (running >= limit) {
      const turn = Promise.withResolvers<void>()
      waiting.push(turn.resolve)
      await turn.promise
      if (signal.aborted) waiting.shift()?.() // ours to pass on
      signal.throwIfAborted()
    }
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
