import { BoundedMap } from './bounded-map.ts'
import type { Clock, EpochMs } from './clock.ts'

const MAX_CACHED_ANSWERS = 10_000

export interface CacheOptions<T> {
  clock: Pick<Clock, 'now'>
  /** Lifetime of an entry, from the time of the request. */
  ms: number | ((answer: T, askedAt: EpochMs) => number)
  /** Cache key, if the question is a secret. */
  keyOf?: (question: string) => string
}

/** Concurrent callers share a request. Failures are not cached. Setting the clock back extends no lifetime. */
export function cached<T>(
  { clock, ms, keyOf = (question) => question }: CacheOptions<T>,
  ask: (question: string) => Promise<T>,
): (question: string) => Promise<T> {
  const kept = new BoundedMap<string, { answer: T; askedAt: EpochMs; until: EpochMs }>(MAX_CACHED_ANSWERS)
  const running = new Map<string, Promise<T>>()

  const renew = async (question: string, key: string): Promise<T> => {
    const askedAt = clock.now() // the result may be as old as the request
    const answer = await ask(question)
    const goodFor = typeof ms === 'number' ? ms : ms(answer, askedAt)
    if (goodFor > 0) kept.set(key, { answer, askedAt, until: askedAt + goodFor })
    else kept.delete(key)
    return answer
  }

  return (question) => {
    const key = keyOf(question)
    const known = kept.get(key)
    const now = clock.now()
    if (known && known.askedAt <= now && now < known.until) return Promise.resolve(known.answer)
    const started = running.get(key) ?? renew(question, key).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
