import type { EpochMs } from '#ground/base/clock.ts'
import type { Loop } from '#ground/base/loop.ts'
import type { Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { RefusalCode } from '#chatapp/http/refusals.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { ModelCatalog } from '#chatapp/models/models.ts'
import {
  createSchedule,
  deleteSchedule,
  listScheduleResults,
  listSchedules,
  pauseSchedule,
  previewSchedule,
  resumeSchedule,
  runSchedule,
  updateSchedule,
} from './contract.ts'
import type { SlotLedger } from './ports.ts'
import { readLastResults, readResults } from './results.ts'
import type { ScheduleRuns } from './runs.ts'
import { MAX_SCHEDULES, type ScheduleResult, type ScheduleView } from './schema.ts'
import type { Schedules, StoredSchedule } from './schedules.ts'

export interface ScheduleRouteParts {
  store: Pick<Store, 'db'>
  models: Pick<ModelCatalog, 'choose'>
  schedules: Schedules
  scheduleRuns: ScheduleRuns
  scheduleLedger: Pick<SlotLedger, 'missed'>
  scheduleLoop: Pick<Loop, 'wake'>
}

export function scheduleRoutes(app: App, parts: ScheduleRouteParts): void {
  const { store, models, schedules, scheduleRuns, scheduleLedger: ledger, scheduleLoop } = parts
  const lastOf = (ids: readonly string[]) => readLastResults({ store, ledger }, ids)
  const shown = async (schedule: StoredSchedule) =>
    scheduleView(schedule, (await lastOf([schedule.id])).get(schedule.id))
  const find = async (ownerId: string, id: string): Promise<StoredSchedule> => {
    const schedule = await schedules.find(ownerId, id)
    if (!schedule) throw new ChatappRefused('schedule_missing')
    return schedule
  }
  app.handle(listSchedules, async ({ visitor: { account } }) => {
    const all = await schedules.list(account.id)
    const last = await lastOf(all.map(({ id }) => id))
    return {
      schedules: all.map((schedule) => scheduleView(schedule, last.get(schedule.id))),
      limit: MAX_SCHEDULES,
    }
  })
  app.handle(createSchedule, async ({ visitor: { account }, body }) => {
    const made = unwrapForm(await schedules.create(account, body))
    void scheduleLoop.wake()
    return scheduleView(made)
  })
  app.handle(previewSchedule, async ({ body: { schedule, time_zone } }) => ({
    next: unwrapForm(await schedules.nextTimes(schedule, time_zone)).map(secondsOf),
  }))
  app.handle(updateSchedule, async ({ visitor: { account }, params, body }) => {
    const changed = unwrapForm(await schedules.update(account, params.id, body))
    void scheduleLoop.wake()
    return shown(changed)
  })
  app.handle(pauseSchedule, async ({ visitor: { account }, params: { id } }) => {
    await schedules.pause((await find(account.id, id)).id, 'person')
    return shown(await find(account.id, id))
  })
  app.handle(resumeSchedule, async ({ visitor: { account }, params: { id } }) => {
    await schedules.resume(account.id, id)
    void scheduleLoop.wake()
    return shown(await find(account.id, id))
  })
  app.handle(runSchedule, async ({ visitor: { account }, params: { id } }) => {
    const { model } = await find(account.id, id)
    unwrapChatapp(await models.choose(account, model))
    if (!(await scheduleRuns.queueNow(id))) throw new ChatappRefused('schedule_busy')
    void scheduleLoop.wake()
    return shown(await find(account.id, id))
  })
  app.handle(deleteSchedule, async ({ visitor: { account }, params: { id } }) => {
    if (!(await schedules.remove(account.id, id))) throw new ChatappRefused('schedule_missing')
    return true
  })
  app.handle(listScheduleResults, async ({ visitor: { account }, params: { id } }) =>
    readResults({ store, ledger }, (await find(account.id, id)).id),
  )
}

function unwrapForm<T>(result: Result<T, RefusalCode | { invalid: string }>): T {
  if (result.ok) return result.value
  const { refusal } = result
  if (typeof refusal === 'string') throw new ChatappRefused(refusal)
  const detail = `This schedule can’t be read: ${refusal.invalid}.`
  throw new ChatappRefused('schedule_invalid', {}, detail, 'schedule')
}

const scheduleView = (row: StoredSchedule, last: ScheduleResult | null = null): ScheduleView => ({
  id: row.id,
  title: row.title,
  prompt: row.prompt,
  model: row.model,
  schedule: row.schedule,
  time_zone: row.time_zone,
  target: row.target as ScheduleView['target'],
  chat_id: row.chat_id,
  paused: row.paused as ScheduleView['paused'],
  next_at: row.next_ms === null ? null : secondsOf(row.next_ms),
  created_at: row.created_at,
  updated_at: row.updated_at,
  last,
})

const secondsOf = (at: EpochMs): number => Math.floor(at / 1000)
