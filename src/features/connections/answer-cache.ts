import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'

export interface KeptOptions {
  clock: Pick<Clock, 'now'>
  goodForMs: number
}

const MAX_CACHED_ANSWERS = 1000

/** Unlike `cached`, it supports invalidation. Concurrent callers share one request; refusals are not cached. */
export function createKept<T>({ clock, goodForMs }: KeptOptions) {
  const answers = new BoundedMap<string, { value: Result<T, never>; askedAt: EpochMs; until: EpochMs }>(
    MAX_CACHED_ANSWERS,
  )
  const asked = new Map<string, Promise<Result<T, unknown>>>()
  return {
    /** @param until Expiry of the value, if earlier than the end of the cache's lifetime. */
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
        // Stores the value only if `forget` was not called during the request.
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
    /** The next `get` sends a new request, even if a request is running. */
    forget(key: string): void {
      answers.delete(key)
      asked.delete(key)
    },
  }
}
