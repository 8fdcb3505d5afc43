/** Milliseconds since the Unix epoch. */
export type EpochMs = number

/**
 * The only source of time. Code that reads the time or waits takes a `Clock`, so that tests can control it.
 */
export interface Clock {
  now(): EpochMs
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** The returned function cancels the callback. */
  after(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const abort = () => {
        clearTimeout(timer)
        reject(signal!.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', abort, { once: true })
    }),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

export const slept = (clock: Pick<Clock, 'sleep'>, ms: number, signal: AbortSignal): Promise<boolean> =>
  clock.sleep(ms, signal).then(
    () => true,
    () => false,
  )

/** ISO 8601 in UTC, with milliseconds. */
export const isoTime = (at: EpochMs): string => new Date(at).toISOString()

/** Whole seconds since the Unix epoch, the unit of the chat APIs. */
export const epochSeconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
