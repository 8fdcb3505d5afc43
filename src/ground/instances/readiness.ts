import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { isDraining } from './instances.ts'

export type Unready = 'store_away' | 'draining'

export interface ReadinessDeps {
  store: Pick<Store, 'db' | 'check' | 'troubles'>
  instance: { id: string }
  clock: Pick<Clock, 'now' | 'after'>
}

export interface InstanceReadiness {
  /** Null if ready. Never rejects. May be called at any rate. */
  look(): Promise<Unready | null>
}

/** Lifetime of a successful check, unless a database error occurs. */
const FRESH_MS = 500
/** After this time without a response, the database counts as unavailable. */
const SLOW_MS = 1500
/** After this time without a response, a further query is started. */
const GIVEN_UP_MS = 5000

/** Callers share a check. It is repeated once, because a single broken connection is no outage. */
export function createReadiness({ store, instance, clock }: ReadinessDeps): InstanceReadiness {
  let good: { at: EpochMs; troubles: number } | null = null
  let asking: { since: EpochMs; answer: Promise<Unready | null> } | null = null

  const question = async (): Promise<Unready | null> => {
    await store.check()
    return (await isDraining(store, instance.id)) ? 'draining' : null
  }
  const begin = (since: EpochMs) => {
    const answer = question()
      .catch(question)
      .catch((): Unready => 'store_away')
      .then((unready) => {
        good = unready === null ? { at: since, troubles: store.troubles() } : null
        if (asking === mine) asking = null
        return unready
      })
    const mine = { since, answer }
    return mine
  }

  return {
    look() {
      const now = clock.now()
      const isGood = good !== null && good.troubles === store.troubles() && now - good.at < FRESH_MS
      if (isGood && now >= good!.at) return Promise.resolve(null)
      if (asking === null || now - asking.since >= GIVEN_UP_MS) asking = begin(now)
      return inTime(clock, asking.since + SLOW_MS - now, asking.answer)
    },
  }
}

function inTime(
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
