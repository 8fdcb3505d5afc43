import { useMemo } from 'react'
import { day, oneOf, type Read } from './search.ts'

export const spanReaders = { range: oneOf(['24h', '7d', '30d', 'custom']), since: day, until: day }

export type SpanSearch = Read<typeof spanReaders>

export interface SpanParameters {
  since?: string
  until?: string
}

/** Keeps `now` until the range changes, so that all pages of a list use the same range. */
export const useSpan = ({ range, since, until }: SpanSearch): SpanParameters =>
  useMemo(() => spanOf({ range, since, until }, new Date()), [range, since, until])

const HOURS = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const

/** Days are in the reader's zone; the last day is included. */
export function spanOf({ range, since, until }: SpanSearch, now: Date): SpanParameters {
  if (!range) return {}
  if (range !== 'custom') return { since: new Date(now.getTime() - HOURS[range] * 3_600_000).toISOString() }
  return {
    ...(since ? { since: startOfDay(since, 0) } : {}),
    ...(until ? { until: startOfDay(until, 1) } : {}),
  }
}

export function startOfDay(day: string, later: number): string {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year!, month! - 1, date! + later).toISOString()
}
