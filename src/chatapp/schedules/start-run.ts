import type { Clock } from '#ground/base/clock.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import type { Store } from '#ground/store/store.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { ChatTurns, TurnRefusal } from '#chatapp/turns/turns.ts'
import type { ScheduleRuns, StoredRun } from './runs.ts'
import type { Schedules, StoredSchedule } from './schedules.ts'

export interface StartParts {
  store: Store
  clock: Clock
  runs: Pick<ScheduleRuns, 'started' | 'refuse' | 'release'>
  schedules: Pick<Schedules, 'pause'>
  turns: Pick<ChatTurns, 'start'>
  chats: Pick<StoredChats, 'find'>
  accounts: { find(id: string): Promise<Account | null> }
  isBlocked(email: string): Promise<boolean>
  events: Pick<ChatappEvents, 'scheduledRunStarted' | 'scheduledRunRefused' | 'scheduledRunFailed'>
}

/** Refusals whose cause may end soon, such as the person's own running turn in the same chat. */
const RETRIED: ReadonlySet<TurnRefusal> = new Set(['chat_busy', 'draining', 'shutting_down', 'model_away'])
const MAX_WAIT_MS = 15 * 60_000

/** Checks the owner's access when the run starts, as for a message that the owner sends. */
export async function startScheduledRun(parts: StartParts, run: StoredRun): Promise<void> {
  const { runs, events } = parts
  const names = { schedule: run.schedule_id, run: run.id }
  try {
    const started = await start(parts, run)
    if ('chatId' in started) {
      events.scheduledRunStarted({ ...names, chat: started.chatId })
      await runs.started(run.id, started)
    } else if (RETRIED.has(started.refusal as TurnRefusal) && mayWait(parts, run)) await runs.release(run.id)
    else {
      events.scheduledRunRefused({ ...names, reason: started.refusal })
      await runs.refuse(run.id, started.refusal)
    }
  } catch (error) {
    // Unless it is refused here, the run stays queued, and an instance takes it again after its lease expires.
    if (!isStoreUnavailable(error)) events.scheduledRunFailed({ ...names, error })
    if (!mayWait(parts, run)) await runs.refuse(run.id, 'internal')
  }
}

const mayWait = ({ clock }: StartParts, { tried_at_ms, queued_at_ms }: StoredRun): boolean =>
  clock.now() - (tried_at_ms ?? queued_at_ms) < MAX_WAIT_MS

type Started = { chatId: string; answerId: string } | { refusal: string }

async function start(parts: StartParts, run: StoredRun): Promise<Started> {
  const { store, chats, turns } = parts
  const schedule = await store.db
    .selectFrom('chat_schedules')
    .selectAll()
    .where('id', '=', run.schedule_id)
    .executeTakeFirst()
  if (!schedule) return { refusal: 'schedule_missing' }
  if (run.slot_ms !== null && schedule.paused !== null) return { refusal: 'schedule_paused' }
  const account = await permittedOwner(parts, schedule)
  if ('refusal' in account) return account
  const chat = schedule.chat_id === null ? null : await chats.find(account.id, schedule.chat_id)
  const answerId = `scheduled-${run.id}`
  const turn = await turns.start(
    account,
    {
      model: schedule.model,
      session_id: 'schedule',
      id: answerId,
      time_zone: schedule.time_zone,
      user_message: { id: `schedule-${run.id}`, content: schedule.prompt, files: [] },
      ...(chat && { chat_id: chat.id, parent_id: chat.currentId }),
    },
    { traceparent: null, language: null, title: schedule.title, isScheduled: true },
  )
  if (!turn.ok) return { refusal: turn.refusal }
  const { chatId } = turn.value
  if (schedule.target === 'same' && schedule.chat_id !== chatId)
    await store.db
      .updateTable('chat_schedules')
      .set({ chat_id: chatId })
      .where('id', '=', schedule.id)
      .where('target', '=', 'same')
      .execute()
  return { chatId, answerId }
}

/**
 * Pauses the schedule if its owner may not use the web chat, so that it does not resume automatically when the owner
 * regains access.
 */
async function permittedOwner(
  { accounts, isBlocked, schedules }: StartParts,
  { id, user_id }: StoredSchedule,
): Promise<Account | { refusal: 'account_missing' | 'account_pending' | 'blocked' }> {
  const account = await accounts.find(user_id)
  if (!account) return { refusal: 'account_missing' }
  const reason = (await isBlocked(account.email))
    ? 'blocked'
    : account.role === 'pending'
      ? 'account_pending'
      : null
  if (reason === null) return account
  await schedules.pause(id, reason)
  return { refusal: reason }
}
