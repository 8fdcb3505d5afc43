import type { EpochMs } from '#ground/base/clock.ts'

export interface Schedule {
  /** Schedules with equal keys have the same slots. */
  readonly key: string
  next(after: EpochMs): EpochMs | null
  /** Slots after `after` and up to `until`, in constant memory; null without slots. */
  between(after: EpochMs, until: EpochMs): SlotRange | null
}

export interface SlotRange {
  first: EpochMs
  last: EpochMs
  count: number
}
