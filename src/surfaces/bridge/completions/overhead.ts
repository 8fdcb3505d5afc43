/** Time that the service itself spends on an answer, without models and tools. */
export interface Overhead {
  /**
   * Adds time of models and tools. They may run concurrently with each other, but never with the service's own work.
   */
  waited(ms: number): void
  /** Milliseconds so far, rounded to one decimal. */
  ms(): number
}

export function startOverhead(): Overhead {
  const startedAt = performance.now()
  let others = 0
  return {
    waited: (ms) => void (others += ms),
    ms: () => Math.max(0, Math.round((performance.now() - startedAt - others) * 10) / 10),
  }
}
