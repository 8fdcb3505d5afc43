import type { Selectable, Transaction } from 'kysely'
import { epochSeconds, type Clock, type EpochMs } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { isTimeZone } from '#ground/base/time-zone.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import { lockAccount } from '#chatapp/accounts/lock.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import { isTemporary } from '#chatapp/chats/temporary.ts'
import { titleFrom } from '#chatapp/chats/title.ts'
import type { ModelCatalog } from '#chatapp/models/models.ts'
import { isTooOften } from './least-interval.ts'
import type { Scheduling, SlotLedger, Times } from './ports.ts'
import { MAX_SCHEDULES, type NewSchedule, type ScheduleForm } from './schema.ts'

export type StoredSchedule = Selectable<Tables['chat_schedules']>

export type PauseReason = 'person' | 'blocked' | 'account_pending'

export type TimesRefusal = 'invalid_time_zone' | 'schedule_too_often' | { invalid: string }

export type FormRefusal =
  | TimesRefusal
  | 'completion_chat_missing'
  | 'model_not_found'
  | 'schedule_chat_temporary'
  | 'schedule_missing'
  | 'too_many_schedules'

export interface SchedulesParts {
  store: Store
  clock: Clock
  scheduling: Pick<Scheduling, 'parse'>
  ledger: Pick<SlotLedger, 'skipUntil'>
  chats: Pick<StoredChats, 'find'>
  models: Pick<ModelCatalog, 'choose'>
}

export type Schedules = ReturnType<typeof createSchedules>

export function createSchedules(parts: SchedulesParts) {
  const { store, clock, ledger } = parts

  const list = (ownerId: string): Promise<StoredSchedule[]> =>
    store.db
      .selectFrom('chat_schedules')
      .selectAll()
      .where('user_id', '=', ownerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()

  return {
    find: (ownerId: string, id: string) => find(store.db, ownerId, id),
    list,

    async nextTimes(text: string, timeZone: string): Promise<Result<EpochMs[], TimesRefusal>> {
      const times = await readTimes(parts, text, timeZone)
      return times.ok ? accepted(firstOf(times.value, clock.now())) : times
    },

    create: (account: Account, form: NewSchedule) => create(parts, account, form),
    update: (account: Account, id: string, form: ScheduleForm) => update(parts, account, id, form),

    async pause(id: string, reason: PauseReason): Promise<void> {
      await store.db
        .updateTable('chat_schedules')
        .set({ paused: reason, next_ms: null })
        .where('id', '=', id)
        .where('paused', 'is', null)
        .execute()
    },

    /** Times during the pause do not count as missed. */
    async resume(ownerId: string, id: string): Promise<void> {
      await store.transaction(async (tx) => {
        const schedule = await findLocked(tx, ownerId, id)
        if (!schedule || schedule.paused === null) return
        const times = await timesOf(parts, schedule)
        const now = clock.now()
        if (times) await ledger.skipUntil(tx, id, times, now)
        await tx
          .updateTable('chat_schedules')
          .set({ paused: null, next_ms: times?.next(now) ?? null })
          .where('id', '=', id)
          .execute()
      })
    },

    async remove(ownerId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await store.db
        .deleteFrom('chat_schedules')
        .where('id', '=', id)
        .where('user_id', '=', ownerId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

const queryOf = (db: Store['db'] | Transaction<Tables>, ownerId: string, id: string) =>
  db.selectFrom('chat_schedules').selectAll().where('id', '=', id).where('user_id', '=', ownerId)

const find = (
  db: Store['db'] | Transaction<Tables>,
  ownerId: string,
  id: string,
): Promise<StoredSchedule | undefined> => queryOf(db, ownerId, id).executeTakeFirst()

const findLocked = (
  tx: Transaction<Tables>,
  ownerId: string,
  id: string,
): Promise<StoredSchedule | undefined> => queryOf(tx, ownerId, id).forUpdate().executeTakeFirst()

async function create(
  parts: SchedulesParts,
  account: Account,
  { id = newId(), ...form }: NewSchedule,
): Promise<Result<StoredSchedule, FormRefusal>> {
  const { store, clock, ledger } = parts
  const times = await checkForm(parts, account, form)
  if (!times.ok) return times
  const now = clock.now()
  const row: StoredSchedule = {
    ...columnsOf(form),
    id,
    user_id: account.id,
    paused: null,
    next_ms: times.value.next(now),
    created_at: epochSeconds(clock),
    updated_at: epochSeconds(clock),
  }
  return store.transaction(async (tx) => {
    await lockAccount(tx, account.id)
    const stored = await find(tx, account.id, id)
    if (stored) return accepted(stored)
    if ((await countOf(tx, account.id)) >= MAX_SCHEDULES) return refused('too_many_schedules')
    await tx.insertInto('chat_schedules').values(row).execute()
    await ledger.skipUntil(tx, id, times.value, now)
    return accepted(row)
  })
}

async function update(
  parts: SchedulesParts,
  account: Account,
  id: string,
  form: ScheduleForm,
): Promise<Result<StoredSchedule, FormRefusal>> {
  const { store, clock, ledger } = parts
  if (!(await find(store.db, account.id, id))) return refused('schedule_missing')
  const times = await checkForm(parts, account, form)
  if (!times.ok) return times
  const after = await store.transaction(async (tx) => {
    const before = await findLocked(tx, account.id, id)
    if (!before) return undefined
    const now = clock.now()
    const hasNewTimes = before.schedule !== form.schedule || before.time_zone !== form.time_zone
    const next = hasNewTimes ? times.value.next(now) : before.next_ms
    const keepsChat = form.chat_id === undefined && form.target === 'same' && before.model === form.model
    if (hasNewTimes) await ledger.skipUntil(tx, id, times.value, now)
    return tx
      .updateTable('chat_schedules')
      .set({
        ...columnsOf(form),
        ...(keepsChat && { chat_id: before.chat_id }),
        next_ms: before.paused === null ? next : null,
        updated_at: epochSeconds(clock),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
  })
  return after ? accepted(after) : refused('schedule_missing')
}

/** Null if this release cannot parse a schedule that another release stored. */
export const timesOf = async (
  { scheduling }: Pick<SchedulesParts, 'scheduling'>,
  { schedule, time_zone }: Pick<StoredSchedule, 'schedule' | 'time_zone'>,
): Promise<Times | null> => {
  const times = await scheduling.parse(schedule, time_zone)
  return times.ok ? times.value : null
}

const columnsOf = ({ title, prompt, model, schedule, time_zone, target, chat_id }: ScheduleForm) => ({
  title: title || titleFrom(prompt),
  prompt,
  model,
  schedule,
  time_zone,
  target,
  chat_id: target === 'same' ? (chat_id ?? null) : null,
})

async function readTimes(
  { scheduling, clock }: Pick<SchedulesParts, 'scheduling' | 'clock'>,
  text: string,
  timeZone: string,
): Promise<Result<Times, TimesRefusal>> {
  if (!isTimeZone(timeZone)) return refused('invalid_time_zone')
  const times = await scheduling.parse(text, timeZone)
  if (!times.ok) return refused({ invalid: times.refusal })
  return isTooOften(times.value, clock.now()) ? refused('schedule_too_often') : times
}

async function checkForm(
  parts: SchedulesParts,
  account: Account,
  { schedule, time_zone, target, chat_id: chatId, model }: ScheduleForm,
): Promise<Result<Times, FormRefusal>> {
  const times = await readTimes(parts, schedule, time_zone)
  if (!times.ok) return times
  const chosen = await parts.models.choose(account, model)
  if (!chosen.ok && chosen.refusal === 'model_not_found') return refused(chosen.refusal)
  if (target === 'new' || chatId == null) return times
  if (isTemporary(chatId)) return refused('schedule_chat_temporary')
  return (await parts.chats.find(account.id, chatId)) ? times : refused('completion_chat_missing')
}

const SHOWN_TIMES = 3

function firstOf(times: Times, now: EpochMs): EpochMs[] {
  const found: EpochMs[] = []
  for (let at = times.next(now); at !== null && found.length < SHOWN_TIMES; at = times.next(at))
    found.push(at)
  return found
}

async function countOf(tx: Transaction<Tables>, ownerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('chat_schedules')
    .where('user_id', '=', ownerId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
