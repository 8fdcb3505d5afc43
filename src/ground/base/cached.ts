import { BoundedMap } from './bounded-map.ts'
import type { Clock, EpochMs } from './clock.ts'

/** Answers kept; the oldest make room. */
const MOST_KEPT = 10_000

export interface Keeping<T> {
  clock: Pick<Clock, 'now'>
  /** How long an answer counts, from the question on. */
  ms: number | ((answer: T, askedAt: EpochMs) => number)
  /** What an answer is kept under, where the question itself is a secret. */
  keyOf?: (question: string) => string
}

/**
 * Ask each question at most every `ms`, and once for many who ask together. What fails is not kept. A clock that is set
 * back makes no answer count for longer.
 */
export function cached<T>(
  { clock, ms, keyOf = (question) => question }: Keeping<T>,
  ask: (question: string) => Promise<T>,
): (question: string) => Promise<T> {
  const kept = new BoundedMap<string, { answer: T; askedAt: EpochMs; until: EpochMs }>(MOST_KEPT)
  const running = new Map<string, Promise<T>>()

  const renew = async (question: string, key: string): Promise<T> => {
    const askedAt = clock.now() // what an answer says may be as old as that
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
