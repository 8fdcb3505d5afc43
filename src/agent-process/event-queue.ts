/** A queue with many writers and one reader. */
export interface AgentEventQueue<T> {
  push(events: readonly T[]): void
  /** Ends the queue. The reader receives the error after the remaining events. */
  close(error?: Error): void
  events(): AsyncGenerator<T, void>
}

/** Queued events above which the writer should pause. */
const MANY = 256

/** @param onFull Called with true if the writer should pause, and with false to continue. */
export function createAgentEventQueue<T>(onFull: (isFull: boolean) => void): AgentEventQueue<T> {
  const waiting: T[] = []
  let wake = () => {}
  let isFull = false
  let end: { error: Error | undefined } | null = null
  const notify = (now: boolean) => {
    if (now === isFull) return
    isFull = now
    onFull(now)
  }
  return {
    push(events) {
      if (end) return
      waiting.push(...events)
      if (waiting.length >= MANY) notify(true)
      wake()
    },
    close(error) {
      end ??= { error }
      wake()
    },
    async *events() {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift()!
        notify(false)
        if (end) {
          if (end.error) throw end.error
          return
        }
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
