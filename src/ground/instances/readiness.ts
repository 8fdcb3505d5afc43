import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { isDraining } from './instances.ts'

export type Unready = 'store_away' | 'draining'

export interface ReadinessDeps {
  store: Pick<Store, 'db' | 'check' | 'failureCount'>
  instance: { id: string }
  clock: Pick<Clock, 'now' | 'after'>
}

export interface InstanceReadiness {
  /** Null if ready. Never rejects. */
  check(): Promise<Unready | null>
}

const TTL_MS = 500
const TIMEOUT_MS = 1500
const RETRY_AFTER_MS = 5000

/**
 * Concurrent callers share a check. A failed check is retried once, because a single broken connection is no outage.
 */
export function createReadiness({ store, instance, clock }: ReadinessDeps): InstanceReadiness {
  let lastGood: { at: EpochMs; failureCount: number } | null = null
  let running: { since: EpochMs; answer: Promise<Unready | null> } | null = null

  const checkOnce = async (): Promise<Unready | null> => {
    await store.check()
    return (await isDraining(store, instance.id)) ? 'draining' : null
  }
  const begin = (since: EpochMs) => {
    const answer = checkOnce()
      .catch(checkOnce)
      .catch((): Unready => 'store_away')
      .then((unready) => {
        lastGood = unready === null ? { at: since, failureCount: store.failureCount() } : null
        if (running === mine) running = null
        return unready
      })
    const mine = { since, answer }
    return mine
  }

  return {
    check() {
      const now = clock.now()
      const isGood =
        lastGood !== null && lastGood.failureCount === store.failureCount() && now - lastGood.at < TTL_MS
      if (isGood && now >= lastGood!.at) return Promise.resolve(null)
      if (running === null || now - running.since >= RETRY_AFTER_MS) running = begin(now)
      return withTimeout(clock, running.since + TIMEOUT_MS - now, running.answer)
    },
  }
}

function withTimeout(
  clock: Pick<Clock, 'after'>,
  ms: number,
  answer: Promise<Unready | null>,
): Promise<Unready | null> {
  const { promise, resolve } = Promise.withResolvers<Unready | null>()
  const cancel = clock.after(Math.max(0, ms), () => resolve('store_away'))
  void answer.then((unready) => {
    cancel()
    resolve(unready)
  })
  return promise
}
