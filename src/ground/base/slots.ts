/** Limits the number of parallel operations. */
export interface Semaphore {
  /** Do something once there is room. @throws The reason of `signal` when it aborts before. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
  /** Room until it is disposed of; null when there is none right now. */
  tryEnter(): Disposable | null
  /** How many wait for room. */
  waiting(): number
}

/** A semaphore. Waiting callers get their turn in order, before new callers. */
export function createSemaphore(count: number): Semaphore {
  let free = count
  const waiting = new Set<() => void>()

  const leave = () => {
    const [next] = waiting
    if (next === undefined) free++
    else next()
  }
  const enter = (signal: AbortSignal): Promise<void> | void => {
    if (free > 0) {
      free--
      return
    }
    return new Promise((resolve, reject) => {
      const go = () => {
        waiting.delete(go)
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(go)
        reject(signal.reason as Error)
      }
      waiting.add(go)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  return {
    async run(work, signal) {
      signal.throwIfAborted()
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    tryEnter() {
      if (free === 0) return null
      free--
      const room = new DisposableStack()
      room.defer(leave)
      return room
    },
    waiting: () => waiting.size,
  }
}
