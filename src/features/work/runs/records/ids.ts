import type { EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { Batch } from '../run.ts'

/**
 * Equal in all processes that claim the same events, and different for each attempt.
 * Source: service specification 1.0.1, "Task trigger".
 */
export function batchRunId(workflow: string, { events, attempt }: Pick<Batch, 'events' | 'attempt'>): string {
  const newest = events.toSorted().at(-1)!
  const hash = sha256([...events.toSorted(), String(attempt)].join('\n')).slice(0, 12)
  return `${workflow}:events-${minuteOf(arrivalOf(newest))}-${hash}`
}

export const slotRunId = (workflow: string, slot: EpochMs): string => `${workflow}:slot-${minuteOf(slot)}`

export const manualRunId = (workflow: string, at: EpochMs, random: string): string =>
  `${workflow}:manual-${minuteOf(at)}-${random}`

/** `YYYYMMDDTHHMM`, UTC */
const minuteOf = (at: EpochMs): string => new Date(at).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')

const arrivalOf = (name: string): EpochMs => {
  const nanoseconds = /^(\d{19})-/.exec(name)?.[1]
  return nanoseconds === undefined ? 0 : Number(BigInt(nanoseconds) / 1_000_000n)
}
