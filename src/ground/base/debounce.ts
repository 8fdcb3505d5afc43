import type { Clock } from './clock.ts'

export interface GatherOptions {
  clock: Pick<Clock, 'sleep'>
  /** From the end of a round to the next round. */
  restMs: number
  /** One round: covers all requests before it begins. Handles its own failures. */
  work(): Promise<void>
}

/** Work requested by many changes. Disposing runs pending requests without a pause, and waits for them. */
export interface Gathered extends AsyncDisposable {
  /** Resolves once a round was through that began since. */
  run(this: void): Promise<void>
}

/** Begins at once with the first request, and covers all requests made meanwhile in one round. */
export function gather({ clock, restMs, work }: GatherOptions): Gathered {
  const closing = new AbortController()
  let next = Promise.withResolvers<void>()
  let isAsked = false
  let running: Promise<void> | null = null

  const rounds = async () => {
    while (isAsked) {
      isAsked = false
      const round = next
      next = Promise.withResolvers()
      await work()
      round.resolve()
      await clock.sleep(restMs, closing.signal).catch(() => {}) // closed
    }
    running = null
  }
  return {
    run() {
      isAsked = true
      const { promise } = next
      running ??= rounds()
      return promise
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
    },
  }
}
