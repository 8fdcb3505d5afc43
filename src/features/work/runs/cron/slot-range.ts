import type { EpochMs } from '#ground/base/clock.ts'

/** When something is due. */
export interface Schedule {
  /** Names it: two with the same key have the same slots. */
  readonly key: string
  /** The first slot behind a moment; null when there is none any more. */
  next(after: EpochMs): EpochMs | null
  /** The slots behind a moment and up to another, however many there are; null when there is none. */
  between(after: EpochMs, until: EpochMs): SlotRange | null
}

/** Neighbouring slots. */
export interface SlotRange {
  first: EpochMs
  last: EpochMs
  count: number
}
