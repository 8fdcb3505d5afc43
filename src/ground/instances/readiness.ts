import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { isDraining } from './instances.ts'

/** Reason for not routing requests here. */
export type Unready = 'store_away' | 'draining'

export interface ReadinessDeps {
  store: Pick<Store, 'db' | 'check' | 'troubles'>
  machine: { id: string }
  clock: Pick<Clock, 'now' | 'after'>
}

/** Whether a process should be sent work. */
export interface InstanceReadiness {
  /** The reason; null when ready. Load balancers may call it at any rate. Never rejects. */
  look(): Promise<Unready | null>
}

/** Time for which a successful check stays valid, unless a failure occurs. */
const FRESH_MS = 500
/** A store that takes longer than this to answer is away. */
const SLOW_MS = 1500
/** Time after which an unanswered query is abandoned, and the next one is sent beside it. */
const GIVEN_UP_MS = 5000

/**
 * One query at a time, shared by all callers. A single broken connection is no outage, so a failed query is
 * repeated once before it counts.
 */
export function createReadiness({ store, machine, clock }: ReadinessDeps): InstanceReadiness {
  let good: { at: EpochMs; troubles: number } | null = null
  let asking: { since: EpochMs; answer: Promise<Unready | null> } | null = null

  const question = async (): Promise<Unready | null> => {
    await store.check()
    return (await isDraining(store, machine.id)) ? 'draining' : null
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
