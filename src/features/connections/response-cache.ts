import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'

export interface ResponseCacheOptions {
  clock: Pick<Clock, 'now'>
  ttlMs: number
}

const MAX_CACHED_RESPONSES = 1000

/**
 * Caches responses until `forget` or the end of `ttlMs`. Concurrent callers share one request. Refusals are not
 * cached.
 */
export function createResponseCache<T>({ clock, ttlMs }: ResponseCacheOptions) {
  const responses = new BoundedMap<string, { value: Result<T, never>; askedAt: EpochMs; until: EpochMs }>(
    MAX_CACHED_RESPONSES,
  )
  const pending = new Map<string, Promise<Result<T, unknown>>>()
  return {
    /** @param until Time at which the value expires, if before the end of `ttlMs`. */
    async get<R>(
      key: string,
      ask: () => Promise<Result<T, R>>,
      until: (value: T) => EpochMs = () => Infinity,
    ): Promise<Result<T, R>> {
      const known = responses.get(key)
      const askedAt = clock.now()
      if (known && known.askedAt <= askedAt && askedAt < known.until) return known.value
      responses.delete(key)
      const running = pending.get(key) as Promise<Result<T, R>> | undefined
      if (running) return running
      const request = ask()
      pending.set(key, request)
      try {
        const response = await request
        // Stores the value only if `forget` was not called during the request.
        if (response.ok && pending.get(key) === request)
          responses.set(key, {
            value: response,
            askedAt,
            until: Math.min(askedAt + ttlMs, until(response.value)),
          })
        return response
      } finally {
        if (pending.get(key) === request) pending.delete(key)
      }
    },
    /** The next `get` sends a new request, even if a request is running. */
    forget(key: string): void {
      responses.delete(key)
      pending.delete(key)
    },
  }
}
