/** Milliseconds of an answer that we took, and not the model or a tool. */
export interface Overhead {
  /**
   * Adds time spent by others. Tools and models may run concurrently with each other, but never with our own
   * work.
   */
  waited(ms: number): void
  /** So far, with one decimal. */
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
