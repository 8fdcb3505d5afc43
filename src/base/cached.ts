import type { Clock } from './clock.ts'

/** Answers kept; the oldest make room. */
const MOST_KEPT = 10_000

/**
 * Ask about each key at most every `ms`, and once for many who ask together. What fails is not kept.
 */
export function cached<T>(
  { clock, ms }: { clock: Pick<Clock, 'now'>; ms: number },
  ask: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const kept = new Map<string, { answer: T; until: number }>()
  const running = new Map<string, Promise<T>>()

  const renew = async (key: string): Promise<T> => {
    const until = clock.now() + ms // counted from the question: what it says may be as old as that
    const answer = await ask(key)
    kept.delete(key)
    kept.set(key, { answer, until })
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    return answer
  }

  return (key) => {
    const known = kept.get(key)
    if (known && clock.now() < known.until) return Promise.resolve(known.answer)
    const started = running.get(key) ?? renew(key).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
