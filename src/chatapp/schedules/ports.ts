import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'
import type { Tables } from '#ground/store/tables.ts'

/** Times of one cron line in one time zone. */
export interface Times {
  /** Schedules with equal keys have the same times. */
  readonly key: string
  next(after: EpochMs): EpochMs | null
  /** Null if the span contains no time. */
  between(after: EpochMs, until: EpochMs): { first: EpochMs; last: EpochMs; count: number } | null
}

export interface SlotRun {
  id: string
  scheduleId: string
  slot: EpochMs
}

/** Calls run in the transaction that claims a slot. */
export interface SlotRunQueue {
  lock(tx: Transaction<Tables>, scheduleId: string): Promise<void>
  isBusy(tx: Transaction<Tables>, scheduleId: string): Promise<boolean>
  add(tx: Transaction<Tables>, run: SlotRun, now: EpochMs): Promise<boolean>
}

export interface MissedTimes {
  scheduleId: string
  from: EpochMs
  to: EpochMs
  slots: number
  /** `down` or `busy`. */
  cause: string
}

/** Records which times of each schedule were processed, so that several instances start one run for each time. */
export interface SlotLedger {
  /** Queues a run for the newest time since the last call, and records the other times as missed. */
  runDue(scheduleId: string, times: Times, now: EpochMs): Promise<void>
  /**
   * Times until `now` neither run nor count as missed. Call this in the transaction that stores the schedule: the
   * ledger would not run the first time of a schedule that it does not contain.
   */
  skipUntil(tx: Transaction<Tables>, scheduleId: string, times: Times, now: EpochMs): Promise<void>
  /** Newest first, at most `limit` of all schedules together. */
  missed(scheduleIds: readonly string[], limit: number): Promise<MissedTimes[]>
  removeOld(before: EpochMs): Promise<void>
}

export interface Scheduling {
  /** Refuses an invalid text with a description of the problem. */
  parse(text: string, timeZone: string): Promise<Result<Times, string>>
  openLedger(queue: SlotRunQueue): SlotLedger
}
