import type { Scheduling } from '#chatapp/schedules/ports.ts'
import { chatSlotsIn } from '#features/work/scheduler/chat-slots.ts'
import type { Store } from '#ground/store/store.ts'

/** Loads the parser of cron lines on demand, because a web chat without schedules does not need it. */
export const schedulingIn = (store: Store): Scheduling => ({
  parse: async (text, timeZone) =>
    (await import('#features/work/runs/definitions/schedule.ts')).parseSchedule(text, timeZone),
  openLedger: chatSlotsIn(store),
})
