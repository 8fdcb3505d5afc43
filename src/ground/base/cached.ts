import { BoundedMap } from './bounded-map.ts'
import type { Clock, EpochMs } from './clock.ts'

const MAX_CACHED_ANSWERS = 10_000

export interface CacheOptions<T> {
  clock: Pick<Clock, 'now'>
  /** Lifetime of an entry in milliseconds, from the time of the request. */
  ms: number | ((answer: T, requestedAt: EpochMs) => number)
  keyOf?: (question: string) => string
}

/** Concurrent callers share a request. Failures are not cached. */
export function cached<T>(
  { clock, ms, keyOf = (question) => question }: CacheOptions<T>,
  request: (question: string) => Promise<T>,
): (question: string) => Promise<T> {
  const entries = new BoundedMap<string, { answer: T; requestedAt: EpochMs; until: EpochMs }>(
    MAX_CACHED_ANSWERS,
  )
  const running = new Map<string, Promise<T>>()

  const renew = async (question: string, key: string): Promise<T> => {
    const requestedAt = clock.now()
    const answer = await request(question)
    const ttlMs = typeof ms === 'number' ? ms : ms(answer, requestedAt)
    if (ttlMs > 0) entries.set(key, { answer, requestedAt, until: requestedAt + ttlMs })
    else entries.delete(key)
    return answer
  }

  return (question) => {
    const key = keyOf(question)
    const known = entries.get(key)
    const now = clock.now()
    if (known && known.requestedAt <= now && now < known.until) return Promise.resolve(known.answer)
    const started = running.get(key) ?? renew(question, key).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
