/** Time that the service itself spends on an answer, without models and tools. */
export interface Overhead {
  waited(ms: number): void
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
