import type { Clock } from './clock.ts'

export interface LoopOptions {
  clock: Pick<Clock, 'sleep'>
  /** Before the first round. */
  firstMs?: number
  /** Between the end of a round and the next round. */
  everyMs: number | (() => number)
  /** In place of `everyMs` after so many failures in a row; such a wait is not cut short by waking. */
  afterFailureMs?(failures: number): number
  /** One round. The signal aborts when the loop is closed. */
  work(signal: AbortSignal): unknown
  /** A round failed, and not for being closed. */
  onFailure(error: unknown): void
}

/** Work that is done again and again in the background, one round at a time. Closing waits for the round under way. */
export interface Loop extends AsyncDisposable {
  /** Something may be there to do now: begin a round, after the one under way. Resolves once a round was through since. */
  wake(): Promise<void>
}

export function startLoop(options: LoopOptions): Loop {
  const { clock, firstMs = 0, everyMs, afterFailureMs, work, onFailure } = options
  const closing = new AbortController()
  let next = Promise.withResolvers<void>()
  let isWoken = false
  let cutShort = () => {}

  const pause = async (ms: number) => {
    const woken = new AbortController()
    cutShort = () => woken.abort()
    await clock.sleep(ms, AbortSignal.any([woken.signal, closing.signal])).catch(() => {}) // woken or closed
  }
  const succeeds = async (): Promise<boolean> => {
    try {
      await work(closing.signal)
      return true
    } catch (error) {
      if (!closing.signal.aborted) onFailure(error)
      return false
    }
  }
  const run = async () => {
    let failures = 0
    if (firstMs > 0) await pause(firstMs)
    while (!closing.signal.aborted) {
      const round = next
      next = Promise.withResolvers()
      isWoken = false
      failures = (await succeeds()) ? 0 : failures + 1
      round.resolve()
      if (failures > 0 && afterFailureMs)
        await clock.sleep(afterFailureMs(failures), closing.signal).catch(() => {}) // closed
      else if (!isWoken) await pause(typeof everyMs === 'number' ? everyMs : everyMs())
    }
    next.resolve()
  }
  const running = run()

  return {
    wake() {
      isWoken = true
      cutShort()
      return next.promise
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
    },
  }
}
