import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'

export interface KeptOptions {
  clock: Pick<Clock, 'now'>
  goodForMs: number
}

/** Answers kept; the oldest make room. */
const MOST = 1000

/**
 * Answers that count for a while, from the question on, and for no longer when the clock is set back. Many who ask at
 * once wait for one question, and what was refused is asked again. Unlike `cached` it can be told to forget.
 */
export function createKept<T>({ clock, goodForMs }: KeptOptions) {
  const answers = new BoundedMap<string, { value: Result<T, never>; askedAt: EpochMs; until: EpochMs }>(MOST)
  const asked = new Map<string, Promise<Result<T, unknown>>>()
  return {
    /** @param until When an answer ends by itself; the sooner of both counts. */
    async get<R>(
      key: string,
      ask: () => Promise<Result<T, R>>,
      until: (value: T) => EpochMs = () => Infinity,
    ): Promise<Result<T, R>> {
      const known = answers.get(key)
      const askedAt = clock.now()
      if (known && known.askedAt <= askedAt && askedAt < known.until) return known.value
      answers.delete(key)
      const running = asked.get(key) as Promise<Result<T, R>> | undefined
      if (running) return running
      const asking = ask()
      asked.set(key, asking)
      try {
        const answer = await asking
        // Only what was asked for last is kept: it may have been forgotten meanwhile.
        if (answer.ok && asked.get(key) === asking)
          answers.set(key, {
            value: answer,
            askedAt,
            until: Math.min(askedAt + goodForMs, until(answer.value)),
          })
        return answer
      } finally {
        if (asked.get(key) === asking) asked.delete(key)
      }
    },
    /** Ask anew the next time, whatever is known or on its way. */
    forget(key: string): void {
      answers.delete(key)
      asked.delete(key)
    },
  }
}
