/** Events on their way from whoever makes them to one reader. */
export interface EventQueue<T> {
  push(events: readonly T[]): void
  /** No more comes. With an error the reader gets it after what is left. */
  close(error?: Error): void
  events(): AsyncGenerator<T, void>
}

/** Events that wait before the writer is told to hold on. */
const MANY = 256

/** @param onFull Told whether the writer should hold on because the reader is slow. */
export function createEventQueue<T>(onFull: (isFull: boolean) => void): EventQueue<T> {
  const waiting: T[] = []
  let wake = () => {}
  let isFull = false
  let end: { error: Error | undefined } | null = null
  const tell = (now: boolean) => {
    if (now === isFull) return
    isFull = now
    onFull(now)
  }
  return {
    push(events) {
      if (end) return
      waiting.push(...events)
      if (waiting.length >= MANY) tell(true)
      wake()
    },
    close(error) {
      end ??= { error }
      wake()
    },
    async *events() {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift()!
        tell(false)
        if (end) {
          if (end.error) throw end.error
          return
        }
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
