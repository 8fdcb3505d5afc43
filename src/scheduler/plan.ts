import type { EpochMs } from '#base/clock.ts'
import type { Missed } from '#runs/definition.ts'
import type { Schedule } from '#runs/schedule.ts'
import type { MissedCause, MissedSlots, SlotPlan } from '#runs/slots.ts'

export interface SlotFacts {
  /** Slots up to here are accounted for. */
  since: EpochMs
  now: EpochMs
  /** A run of it is queued or running. */
  isBusy: boolean
  /** Its last run was refused, and the next one would be. */
  isRefused: boolean
  enabled: boolean
  missed: Missed
}

/** A slot that is noticed within this time is kept, and later ones were missed. */
const ON_TIME_MS = 90_000
/** To tell the next time of a cron line takes some tenths of a millisecond, and meanwhile nothing else is done. */
const SLOTS_AT_ONCE = 250

/**
 * Decide on the slots of a schedule that have passed. Of several, one run stands for all that may still be run: the
 * newest. After a long outage only the first of them are decided on, and the plan says up to where.
 */
export function planSlots(schedule: Schedule, facts: SlotFacts): SlotPlan {
  const { since, now, isBusy, isRefused, enabled, missed } = facts
  const slots = slotsBetween(schedule, since, now)
  const newest = slots.at(-1)
  if (newest === undefined) return { run: null, missed: [] }
  if (slots.length === SLOTS_AT_ONCE)
    return { run: null, missed: together(slots, enabled ? 'down' : 'disabled'), until: newest }
  if (!enabled) return { run: null, missed: together(slots, 'disabled') }
  if (isBusy || isRefused) {
    const onTime = slots.filter((slot) => now - slot <= ON_TIME_MS)
    const late = slots.slice(0, slots.length - onTime.length)
    return {
      run: null,
      missed: [...together(late, 'down'), ...together(onTime, isBusy ? 'busy' : 'refused')],
    }
  }
  const isOnTime = now - newest <= ON_TIME_MS
  if (!isOnTime && missed === 'skip') return { run: null, missed: together(slots, 'down') }
  return {
    run: { slot: newest, cause: isOnTime ? null : 'down' },
    missed: together(slots.slice(0, -1), 'down'),
  }
}

function slotsBetween(schedule: Schedule, since: EpochMs, until: EpochMs): EpochMs[] {
  const slots: EpochMs[] = []
  let at = schedule.next(since)
  while (at !== null && at <= until) {
    slots.push(at)
    at = slots.length < SLOTS_AT_ONCE ? schedule.next(at) : null
  }
  return slots
}

const together = (slots: readonly EpochMs[], cause: MissedCause): MissedSlots[] =>
  slots.length === 0 ? [] : [{ from: slots[0]!, to: slots.at(-1)!, slots: slots.length, cause }]
