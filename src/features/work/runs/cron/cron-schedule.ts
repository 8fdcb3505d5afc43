import type { EpochMs } from '#ground/base/clock.ts'
import type { Schedule, SlotRange } from './slot-range.ts'
import { offsetsOf, type OffsetSpan } from './offsets.ts'
import { DAY_MS, parseWallTimes, type WallMs, type WallTimes } from './wall-times.ts'

/** Margin of a search for slots by local time. Exceeds all clock changes and all offsets from UTC. */
const MARGIN_MS = 2 * DAY_MS

/**
 * Counts slots without listing them, because a long outage may contain very many slots. @throws Error with the line's
 * problem.
 */
export function cronSchedule(line: string, timezone: string): Schedule {
  const times = parseWallTimes(line)
  const offsets = offsetsOf(timezone)
  const between = (after: EpochMs, until: EpochMs): SlotRange | null => {
    const stretches = offsets(after - MARGIN_MS, until + 1).flatMap((span) => stretchesOf(span, times))
    const found = stretches.map((stretch) => slotsIn(clip(stretch, after, until), times))
    return joined(found.filter((range) => range !== null))
  }
  return {
    key: `${line} ${timezone}`,
    between,
    next(after) {
      for (let from = after; ;) {
        const day = times.nextDay(from - DAY_MS)
        if (day === null) return null
        const until = Math.max(from, day) + MARGIN_MS
        const found = between(Math.max(after, day - MARGIN_MS), until)
        if (found) return found.first
        from = until
      }
    },
  }
}

interface Stretch {
  from: EpochMs
  to: EpochMs
  offset: number
  isSkipped?: true
}

function stretchesOf({ from, to, offset, before }: OffsetSpan, times: WallTimes): Stretch[] {
  const whole = { from, to, offset }
  if (before === null || !times.namesHours) return [whole]
  if (offset < before) return [{ from: from + before - offset, to, offset }]
  const hasSkipped = times.first(from + before, from + offset + 1) !== null
  return hasSkipped
    ? [
        { from, to: from + 1, offset, isSkipped: true },
        { ...whole, from: from + 1 },
      ]
    : [whole]
}

const clip = (stretch: Stretch, after: EpochMs, until: EpochMs): Stretch => ({
  ...stretch,
  from: Math.max(stretch.from, after + 1),
  to: Math.min(stretch.to, until + 1),
})

function slotsIn({ from, to, offset, isSkipped }: Stretch, times: WallTimes): SlotRange | null {
  if (from >= to) return null
  if (isSkipped) return { first: from, last: from, count: 1 }
  const wall = (at: EpochMs): WallMs => at + offset
  const first = times.first(wall(from), wall(to))
  if (first === null) return null
  const last = times.last(wall(from), wall(to))!
  return { first: first - offset, last: last - offset, count: times.count(wall(from), wall(to)) }
}

const joined = (ranges: readonly SlotRange[]): SlotRange | null =>
  ranges.length === 0
    ? null
    : {
        first: ranges[0]!.first,
        last: ranges.at(-1)!.last,
        count: ranges.reduce((sum, { count }) => sum + count, 0),
      }
