import type { Clock } from './clock.ts'

export interface GatherOptions {
  clock: Pick<Clock, 'sleep'>
  /** From the end of a round to the next one. */
  restMs: number
  /** One round: takes in everything that was asked before it begins. Sees to its failures itself. */
  work(): Promise<void>
}

/** Work that many changes ask for. Disposing does what is still asked for without a rest, and waits for it. */
export interface Gathered extends AsyncDisposable {
  /** Resolves once a round was through that began since. */
  run(this: void): Promise<void>
}

/** Begin at once with the first that asks, and do for all that ask meanwhile what one round does. */
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
