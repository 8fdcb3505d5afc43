import type { EpochMs } from '#ground/base/clock.ts'
import type { Missed } from '#features/work/runs/definitions/definition.ts'
import type { Schedule, SlotRange } from '#features/work/runs/cron/slot-range.ts'
import type { MissedCause, MissedSlots, SlotPlan } from '#features/work/runs/queue/slots.ts'

export interface SlotFacts {
  /** Each slot up to this time had a run or was recorded as missed. */
  since: EpochMs
  now: EpochMs
  isBusy: boolean
  isRefused: boolean
  enabled: boolean
  missed: Missed
}

/** A slot counts as missed after this delay. */
const ON_TIME_MS = 90_000

/** If several slots were missed, one run for the newest slot covers all of them. */
export function planSlots(schedule: Schedule, facts: SlotFacts): SlotPlan {
  const { since, now, isBusy, isRefused, enabled, missed } = facts
  const slots = schedule.between(since, now)
  if (slots === null) return { run: null, missed: [] }
  if (!enabled) return { run: null, missed: together(slots, 'disabled') }
  if (isBusy || isRefused) {
    const late = Math.max(since, now - ON_TIME_MS - 1)
    return {
      run: null,
      missed: [
        ...together(schedule.between(since, late), 'down'),
        ...together(schedule.between(late, now), isBusy ? 'busy' : 'refused'),
      ],
    }
  }
  const newest = slots.last
  const isOnTime = now - newest <= ON_TIME_MS
  if (!isOnTime && missed === 'skip') return { run: null, missed: together(slots, 'down') }
  return {
    run: { slot: newest, cause: isOnTime ? null : 'down' },
    missed: together(schedule.between(since, newest - 1), 'down'),
  }
}

const together = (slots: SlotRange | null, cause: MissedCause): MissedSlots[] =>
  slots ? [{ from: slots.first, to: slots.last, slots: slots.count, cause }] : []
