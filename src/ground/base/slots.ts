export interface Semaphore {
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
  tryEnter(): Disposable | null
  waiting(): number
}

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
