import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import { idOf } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { createSlotLedger, type SlotQueue } from '#features/work/runs/queue/slots.ts'
import type { Schedule } from '#features/work/runs/cron/slot-range.ts'
import { planSlots } from './plan.ts'

/** Used instead of a Hub's slug for the schedules of the web chat. No slug contains `@`. */
const CHATS = '@chats'

interface ChatRun {
  id: string
  scheduleId: string
  slot: EpochMs
}

interface ChatRunQueue {
  lock(tx: Transaction<Tables>, scheduleId: string): Promise<void>
  isBusy(tx: Transaction<Tables>, scheduleId: string): Promise<boolean>
  add(tx: Transaction<Tables>, run: ChatRun, now: EpochMs): Promise<boolean>
}

/** Slots of scheduled prompts, under the same rules as slots of workflows: the newest missed slot runs late. */
export const chatSlotsIn = (store: Store) => (queue: ChatRunQueue) => {
  const slots: SlotQueue<ChatRun> = {
    lock: (tx, _, id) => queue.lock(tx, id),
    isBusy: (tx, _, id) => queue.isBusy(tx, id),
    add: queue.add,
  }
  const ledger = createSlotLedger({ store, queue: slots })
  return {
    async runDue(id: string, schedule: Schedule, now: EpochMs): Promise<void> {
      await ledger.account(
        { hub: CHATS, workflow: id, schedule, until: now },
        (since, isBusy) =>
          planSlots(schedule, { since, now, isBusy, isRefused: false, enabled: true, missed: 'run_once' }),
        (slot) => ({ id: idOf(`chat schedule ${id} ${slot}`), scheduleId: id, slot }),
      )
    },

    skipUntil: (tx: Transaction<Tables>, id: string, schedule: Schedule, now: EpochMs): Promise<void> =>
      ledger.skip(tx, { hub: CHATS, workflow: id, schedule, until: now }),

    /** Newest first, at most `limit` of all schedules together. */
    async missed(ids: readonly string[], limit: number) {
      if (ids.length === 0) return []
      const rows = await store.db
        .selectFrom('run_slots')
        .where('hub', '=', CHATS)
        .where('workflow', 'in', ids)
        .where('run_id', 'is', null)
        .select(['workflow', 'slot_ms', 'last_slot_ms', 'slots', 'cause'])
        .orderBy('slot_ms', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        scheduleId: row.workflow,
        from: row.slot_ms,
        to: row.last_slot_ms,
        slots: row.slots,
        cause: row.cause ?? 'down',
      }))
    },

    /** Removes records of deleted schedules, and slots before `before`. */
    async removeOld(before: EpochMs): Promise<void> {
      await store.db
        .deleteFrom('run_slots')
        .where('hub', '=', CHATS)
        .where((slot) =>
          slot.or([
            slot('last_slot_ms', '<', before),
            slot('workflow', 'not in', slot.selectFrom('chat_schedules').select('id')),
          ]),
        )
        .execute()
      await store.db
        .deleteFrom('run_schedules')
        .where('hub', '=', CHATS)
        .where((one) => one('workflow', 'not in', one.selectFrom('chat_schedules').select('id')))
        .execute()
    },
  }
}
