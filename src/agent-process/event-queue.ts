export interface AgentEventQueue<T> {
  push(events: readonly T[]): void
  /** The reader receives the error after the remaining events. */
  close(error?: Error): void
  events(): AsyncGenerator<T, void>
}

const MAX_QUEUED_EVENTS = 256

export function createAgentEventQueue<T>(onFull: (isFull: boolean) => void): AgentEventQueue<T> {
  const queued: T[] = []
  let wake = () => {}
  let isFull = false
  let end: { error: Error | undefined } | null = null
  const notify = (isFullNow: boolean) => {
    if (isFullNow === isFull) return
    isFull = isFullNow
    onFull(isFullNow)
  }
  return {
    push(events) {
      if (end) return
      queued.push(...events)
      if (queued.length >= MAX_QUEUED_EVENTS) notify(true)
      wake()
    },
    close(error) {
      end ??= { error }
      wake()
    },
    async *events() {
      for (;;) {
        while (queued.length > 0) yield queued.shift()!
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
