import type { Clock } from './clock.ts'

export interface LoopOptions {
  clock: Pick<Clock, 'sleep'>
  firstMs?: number
  everyMs: number | (() => number)
  /** Delay after consecutive failures, instead of `everyMs`. `wake` does not shorten it. */
  afterFailureMs?(failures: number): number
  work(signal: AbortSignal): unknown
  /** `failures`: number of consecutive failures, including this failure. */
  onFailure(error: unknown, failures: number): void
}

/** Calls `work` again after each pause. Disposal waits for the running call. */
export interface Loop extends AsyncDisposable {
  /** Ends the pause. Resolves after a call of `work` that starts after this call of `wake`. */
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
    await clock.sleep(ms, AbortSignal.any([woken.signal, closing.signal])).catch(() => {})
  }
  const failuresAfter = async (failures: number): Promise<number> => {
    try {
      await work(closing.signal)
      return 0
    } catch (error) {
      if (!closing.signal.aborted) onFailure(error, failures + 1)
      return failures + 1
    }
  }
  const run = async () => {
    let failures = 0
    if (firstMs > 0) await pause(firstMs)
    while (!closing.signal.aborted) {
      const round = next
      next = Promise.withResolvers()
      isWoken = false
      failures = await failuresAfter(failures)
      round.resolve()
      if (failures > 0 && afterFailureMs)
        await clock.sleep(afterFailureMs(failures), closing.signal).catch(() => {})
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
