import type { Localized } from '#ground/turn/language/language.ts'
import { sentencesIn } from '#ground/turn/language/sentences.ts'
import type { Clock } from '#ground/base/clock.ts'
import { TurnRefused } from '#core/agent/turn/turn-refused.ts'

export interface SeatsDeps {
  maxWorkers: number
  waitMs: number
  clock: Pick<Clock, 'sleep'>
  freeSeats(waiting: number): void
}

export interface Seats {
  /**
   * Waits until the caller may start a worker.
   * @throws TurnRefused if other callers hold all `maxWorkers` seats for `waitMs`; the abort reason of `signal`.
   */
  acquire(signal: AbortSignal): Promise<void>
  free(): void
  offer(): void
  takenCount(): number
}

export function createSeats({ maxWorkers, waitMs, clock, freeSeats }: SeatsDeps): Seats {
  const waiting: (() => void)[] = []
  let taken = 0

  const offer = () => {
    while (waiting.length > 0 && taken < maxWorkers) {
      taken++
      waiting.shift()!()
    }
    if (waiting.length > 0) freeSeats(waiting.length)
  }

  return {
    async acquire(signal) {
      if (waiting.length === 0 && taken < maxWorkers) return void taken++
      const done = new AbortController()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.push(resolve)
      const leave = (error: unknown) => {
        const at = waiting.indexOf(resolve)
        if (at === -1) return
        waiting.splice(at, 1)
        reject(error)
      }
      const cancel = () => leave(signal.reason)
      signal.addEventListener('abort', cancel, { once: true })
      clock.sleep(waitMs, done.signal).then(
        () => leave(new TurnRefused('agent_busy', BUSY)),
        () => {},
      )
      offer()
      try {
        await promise
      } finally {
        done.abort()
        signal.removeEventListener('abort', cancel)
      }
    },
    free() {
      taken--
      offer()
    },
    offer,
    takenCount: () => taken,
  }
}

const BUSY: Localized = (language) => sentencesIn(language).busy
