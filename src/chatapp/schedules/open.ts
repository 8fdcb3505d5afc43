import type { Loop } from '#ground/base/loop.ts'
import { startSchedules, type LoopParts } from './loop.ts'
import type { Scheduling } from './ports.ts'
import { createScheduleRuns, slotRunQueue } from './runs.ts'
import { createSchedules, type SchedulesParts } from './schedules.ts'

type OpenParts = Omit<LoopParts, 'ledger' | 'runs' | 'schedules' | 'scheduling'> &
  Omit<SchedulesParts, 'ledger' | 'scheduling'> & { scheduling: Scheduling }

export function openSchedules(parts: OpenParts) {
  const ledger = parts.scheduling.openLedger(slotRunQueue)
  const runs = createScheduleRuns(parts)
  const schedules = createSchedules({ ...parts, ledger })
  const loop: Loop = startSchedules({ ...parts, ledger, runs, schedules })
  return { schedules, scheduleRuns: runs, scheduleLedger: ledger, scheduleLoop: loop }
}
