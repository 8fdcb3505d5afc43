import { InvalidArgumentError } from 'commander'
import { systemClock, type EpochMs } from '#ground/base/clock.ts'
import { keyExpiry } from './key-expiry.ts'

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/

/** A future time as an expiry: exact, as a duration, or as a day, which is included, in UTC. */
export const until = (text: string): EpochMs => {
  const now = systemClock.now()
  if (TIME.test(text) && !Number.isNaN(Date.parse(text))) return yetToCome(Date.parse(text), now)
  const end = keyExpiry(text, now)
  if (end.ok) return end.value * 1000
  throw new InvalidArgumentError(
    end.refusal === 'past'
      ? PAST
      : 'It must be a time such as 2026-12-03T18:00:00Z, 2026-12-03 (which still counts), 8h or 7d.',
  )
}

const yetToCome = (at: EpochMs, now: EpochMs): EpochMs => {
  if (at <= now) throw new InvalidArgumentError(PAST)
  return at
}

const PAST = 'This time is over.'
