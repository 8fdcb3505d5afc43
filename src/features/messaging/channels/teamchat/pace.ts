import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'

/** The provider allows one message a second per channel. */
export const PACE_MS = 1000
const MAX_WAIT_MS = 5 * PACE_MS
const MAX_CHANNELS = 10_000

export interface TeamchatPace {
  reserve(channel: string): { waitMs: number; tooLong: boolean }
  reserveNow(channel: string): boolean
}

export function createTeamchatPace({ now }: Pick<Clock, 'now'>): TeamchatPace {
  const nextTurns = new BoundedMap<string, number>(MAX_CHANNELS)
  const reserve = (channel: string, longestMs: number) => {
    const turn = Math.max(now(), nextTurns.get(channel) ?? 0)
    const waitMs = turn - now()
    if (waitMs > longestMs) return { waitMs, tooLong: true }
    nextTurns.set(channel, turn + PACE_MS)
    return { waitMs, tooLong: false }
  }
  return {
    reserve: (channel) => reserve(channel, MAX_WAIT_MS),
    reserveNow: (channel) => !reserve(channel, 0).tooLong,
  }
}
