import { readJson } from '#ground/base/json/read.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { MessageExtra } from '#chatapp/chats/message.ts'
import type { MessageError } from '#chatapp/chats/schema.ts'
import type { MissedTimes, SlotLedger } from './ports.ts'
import { MAX_RESULTS, type RunState, type ScheduleResult } from './schema.ts'

/** Failures with these codes count as refusals, because the Hub refused the person before it wrote an answer. */
const REFUSAL_CODES: ReadonlySet<string> = new Set([
  'access_withdrawn',
  'blocked',
  'budget_exhausted',
  'model_unpriced',
  'no_grant',
  'no_identity',
  'unknown_hub',
])
/** A run that starts more than this long after its slot counts as late. */
const ON_TIME_MS = 90_000

interface ResultParts {
  store: Pick<Store, 'db'>
  ledger: Pick<SlotLedger, 'missed'>
}

/** Newest first. */
export async function readResults({ store: { db }, ledger }: ResultParts, scheduleId: string) {
  const rows = await runsOf(db, [scheduleId]).limit(MAX_RESULTS).execute()
  const missed = await ledger.missed([scheduleId], MAX_RESULTS)
  const results = [...(await resultsOf(db, rows)), ...missed.map(missedResult)]
  return results.toSorted((a, b) => b.at - a.at).slice(0, MAX_RESULTS)
}

export async function readLastResults(
  { store: { db }, ledger }: ResultParts,
  scheduleIds: readonly string[],
): Promise<ReadonlyMap<string, ScheduleResult>> {
  if (scheduleIds.length === 0) return new Map()
  const rows = await runsOf(db, scheduleIds)
    .where((run) =>
      run.not(
        run.exists(
          run
            .selectFrom('chat_schedule_runs as later')
            .whereRef('later.schedule_id', '=', 'run.schedule_id')
            .where((one) =>
              one.or([
                one('later.queued_at_ms', '>', one.ref('run.queued_at_ms')),
                one.and([
                  one('later.queued_at_ms', '=', one.ref('run.queued_at_ms')),
                  one('later.id', '>', one.ref('run.id')),
                ]),
              ]),
            )
            .select('later.id'),
        ),
      ),
    )
    .execute()
  const last = new Map<string, ScheduleResult>()
  const results = await resultsOf(db, rows)
  for (const [index, row] of rows.entries()) last.set(row.schedule_id, results[index]!)
  for (const missed of await ledger.missed(scheduleIds, MAX_RESULTS * scheduleIds.length)) {
    const known = last.get(missed.scheduleId)
    if (!known || secondsOf(missed.to) > known.at) last.set(missed.scheduleId, missedResult(missed))
  }
  return last
}

const runsOf = (db: Store['db'], scheduleIds: readonly string[]) =>
  db
    .selectFrom('chat_schedule_runs as run')
    .leftJoin('chatapp_chats as chat', (on) =>
      on.onRef('chat.id', '=', 'run.chat_id').on('chat.deleted_at', 'is', null),
    )
    .leftJoin('chatapp_messages as answer', (on) =>
      on.onRef('answer.chat_id', '=', 'chat.id').onRef('answer.id', '=', 'run.answer_id'),
    )
    .where('run.schedule_id', 'in', scheduleIds)
    .select([
      'run.id',
      'run.schedule_id',
      'run.slot_ms',
      'run.state',
      'run.reason',
      'run.queued_at_ms',
      'run.started_at_ms',
      'chat.id as chat_id',
      'answer.state as answer_state',
    ])
    .select((eb) =>
      eb
        .case()
        .when('answer.state', 'in', ['failed', 'done'])
        .then(eb.ref('answer.extra'))
        .else(null)
        .end()
        .as('extra'),
    )
    .orderBy('run.queued_at_ms', 'desc')
    .orderBy('run.id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof runsOf>['execute']>>[number]

async function resultsOf(db: Store['db'], rows: readonly Row[]): Promise<ScheduleResult[]> {
  const extras = await Promise.all(rows.map(({ extra }) => extraIn(extra)))
  const proposed = extras.flatMap(({ tools = [] }) => tools.flatMap(({ change }) => change?.id ?? []))
  const open = await openRequests(db, proposed)
  return rows.map((row, index) => {
    const { error = null, cut, tools = [] } = extras[index]!
    const isWaiting = tools.some(({ change }) => change && open.has(change.id))
    return { ...resultOf(row, error), note: isWaiting ? 'waits' : cut ? 'incomplete' : null }
  })
}

async function openRequests(db: Store['db'], ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('change_requests')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'proposed')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

function resultOf(row: Row, error: MessageError | null): Omit<ScheduleResult, 'note'> {
  const isRefused = error !== null && REFUSAL_CODES.has(error.code)
  const at = row.slot_ms ?? row.queued_at_ms
  return {
    id: row.id,
    state: isRefused ? 'refused' : stateOf(row),
    reason: error?.code ?? row.reason,
    message: error?.message ?? null,
    at: secondsOf(at),
    started_at: row.started_at_ms === null ? null : secondsOf(row.started_at_ms),
    is_manual: row.slot_ms === null,
    is_late: row.slot_ms !== null && (row.started_at_ms ?? 0) - row.slot_ms > ON_TIME_MS,
    times: 1,
    chat_id: row.chat_id,
  }
}

function stateOf({ state, chat_id, answer_state }: Row): RunState {
  if (state === 'queued') return 'waiting'
  if (state === 'refused') return 'refused'
  return chat_id === null || answer_state === null ? 'deleted' : (answer_state as RunState)
}

const extraIn = async (extra: string | null): Promise<MessageExtra> =>
  (await readJson(extra ?? '{}', { turns: processTurns, maxValues: Infinity })) as MessageExtra

const missedResult = ({ scheduleId, from, to, slots, cause }: MissedTimes): ScheduleResult => ({
  id: `missed-${scheduleId}-${from}`,
  state: 'missed',
  reason: cause,
  message: null,
  at: secondsOf(to),
  started_at: null,
  is_manual: false,
  is_late: false,
  times: slots,
  chat_id: null,
  note: null,
})

const secondsOf = (at: EpochMs): number => Math.floor(at / 1000)
