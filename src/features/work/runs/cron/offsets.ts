import type { EpochMs } from '#ground/base/clock.ts'
import { DAY_MS } from './wall-times.ts'

export interface OffsetSpan {
  from: EpochMs
  /** End of the span, exclusive. */
  to: EpochMs
  /** Offset from UTC in milliseconds. */
  offset: number
  /** Offset before the span; null for the first span. */
  before: number | null
}

export type Offsets = (from: EpochMs, to: EpochMs) => OffsetSpan[]

/** Assumes that a zone never changes its clocks twice within a day. */
export function offsetsOf(timezone: string): Offsets {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
  const offsetAt = (at: EpochMs) => readOffset(format.format(at))
  return (from, to) => {
    const spans: OffsetSpan[] = [{ from, to, offset: offsetAt(from), before: null }]
    for (let known = from; known < to;) {
      const span = spans.at(-1)!
      const next = Math.min(known + DAY_MS, to)
      const offset = offsetAt(next)
      if (offset !== span.offset) {
        const change = changeBetween(known, next, (at) => offsetAt(at) === span.offset)
        span.to = change
        spans.push({ from: change, to, offset, before: span.offset })
      }
      known = next
    }
    return spans
  }
}

function changeBetween(alike: EpochMs, other: EpochMs, isAlike: (at: EpochMs) => boolean): EpochMs {
  let [low, high] = [alike, other]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isAlike(middle)) low = middle
    else high = middle
  }
  return high
}

const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

function readOffset(text: string): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(text) ?? []
  const length = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -length : length
}
