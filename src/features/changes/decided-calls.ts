import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Surface } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import { callOf, questionOf } from './plan.ts'
import { LIFETIME_MS } from './propose.ts'
import { expireRequest, requestOf, type ChangeRequest } from './requests.ts'

export interface DecidedCall {
  kind: 'tool_call' | 'question'
  id: string
  email: string
  hub: string
  surface: string
  chatId: string
  summary: string
  /** The input that ran, if the person edited the agent's input. */
  editedInput: string | null
  decidedAt: EpochMs
  link: string
  /**
   * `refused`: the person confirmed the call, but it could not run. `stale`: it could not run, because its tool was
   * changed after the proposal; the person may propose it again. `answered`: `detail` is the answer to a question.
   */
  outcome: 'done' | 'failed' | 'refused' | 'rejected' | 'expired' | 'stale' | 'answered'
  detail: string
}

export interface DecidedCallsDeps {
  store: Pick<Store, 'db'>
  /** Null: calls of all Hubs. */
  hub: string | null
  clock: Pick<Clock, 'now'>
  linkTo(id: string, surface: Surface): string
}

export interface NotifyDeps {
  background: Clock
  /** After a restart or an error, `notify` may be called again for the same call. */
  notify(call: DecidedCall): Promise<void>
  onFailure(error: unknown): void
}

export interface DecidedCalls {
  follow(id: string): void
  start(notifyDeps: NotifyDeps): AsyncDisposable
}

const POLL_INTERVAL_MS = 2000
/** Interval of the search for requests that an instance proposed which has stopped since. */
const SEARCH_INTERVAL_MS = 10_000
const REMOVE_INTERVAL_MS = 3_600_000
/** After an answer, the turn is kept for this time, so that the person can regenerate what follows. */
const TURN_RETENTION_MS = 7 * LIFETIME_MS
/** Requests are followed for this time after their expiry. */
const FOLLOWED_MS = LIFETIME_MS

/**
 * Follows calls and questions of all instances:
 * 1. The instance that proposed a request follows it from then on. Every instance searches for requests at its start
 *    and periodically, so that a request outlives its instance.
 * 2. After the decision, each instance that follows the request calls `notify`, which must be idempotent.
 * 3. A request that `notify` took is settled. If `notify` rejects, the next poll repeats the call.
 */
export function createDecidedCalls(deps: DecidedCallsDeps): DecidedCalls {
  const { store, clock } = deps
  const followed = new Set<string>()
  const lapsed = new Set<string>()
  const settled = new Set<string>()
  let isStarted = false

  const followRecent = async () => {
    const recent = await recentIds(deps)
    for (const ids of [settled, followed, lapsed]) for (const id of ids) if (!recent.has(id)) ids.delete(id)
    for (const id of recent) if (!settled.has(id)) followed.add(id)
  }
  const settle = (id: string) => {
    settled.add(id)
    followed.delete(id)
    lapsed.delete(id)
  }
  const notifyDecided = async ({ notify, onFailure }: NotifyDeps) => {
    if (followed.size === 0) return
    const rows = await store.db
      .selectFrom('change_requests')
      .selectAll()
      .where('id', 'in', [...followed])
      .where(({ eb, or }) => or([eb('state', '!=', 'proposed'), eb('expires_at_ms', '<=', clock.now())]))
      .execute()
    // In the order of the decisions, because the agent continues with one after the other.
    const requests = rows.map(requestOf).toSorted((a, b) => (a.decidedAt ?? 0) - (b.decidedAt ?? 0))
    for (const request of requests) {
      const { id, kind, result, expiresAt } = request
      if (kind === 'question' && request.state === 'proposed' && expiresAt <= clock.now())
        if (await expireRequest(store, id, clock.now())) request.state = 'expired'
      const isOld = expiresAt + FOLLOWED_MS < clock.now()
      if (result?.next !== undefined) followed.add(result.next)
      if (result?.next !== undefined || isOld || isClosedQuestion(request)) settle(id)
      const decided = lapsed.has(id) || settled.has(id) ? null : decidedCall(deps, request)
      if (decided === null) continue
      await notify(decided).then(
        () => (kind === 'tool_call' && isLapse(decided) ? void lapsed.add(id) : settle(id)),
        onFailure,
      )
    }
  }

  return {
    follow: (id) => void (isStarted && followed.add(id)),
    start(notifyDeps) {
      isStarted = true
      let searchedAt = -Infinity
      let removedAt = -Infinity
      return startLoop({
        clock: notifyDeps.background,
        everyMs: POLL_INTERVAL_MS,
        async work() {
          const now = notifyDeps.background.now()
          if (now - searchedAt >= SEARCH_INTERVAL_MS) {
            await followRecent()
            searchedAt = now
          }
          if (now - removedAt >= REMOVE_INTERVAL_MS) {
            await removeOldTurns(deps)
            removedAt = now
          }
          await notifyDecided(notifyDeps)
        },
        onFailure: notifyDeps.onFailure,
      })
    },
  }
}

async function recentIds({ store, hub, clock }: DecidedCallsDeps): Promise<Set<string>> {
  const rows = await store.db
    .selectFrom('change_requests')
    .select('id')
    .$if(hub !== null, (rows) => rows.where('hub', '=', hub!))
    .where('kind', 'in', ['tool_call', 'question'])
    .where('expires_at_ms', '>', clock.now() - FOLLOWED_MS)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const removeOldTurns = ({ store, clock }: DecidedCallsDeps) =>
  store.db
    .deleteFrom('question_turns')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('change_requests')
            .whereRef('change_requests.id', '=', 'question_turns.request_id')
            .where('expires_at_ms', '>', clock.now() - FOLLOWED_MS)
            .where(({ eb, or }) =>
              or([
                eb('decided_at_ms', 'is', null),
                eb('decided_at_ms', '>', clock.now() - TURN_RETENTION_MS),
              ]),
            )
            .select('id'),
        ),
      ),
    )
    .execute()

const isLapse = ({ outcome }: DecidedCall): boolean => outcome === 'stale' || outcome === 'expired'

/** The chat continued with a message of the person, or the question belongs to a run. */
const isClosedQuestion = ({ kind, state, result, operations }: ChangeRequest): boolean =>
  kind === 'question' &&
  (state === 'stale' || result?.inMessage === true || (questionOf(operations)?.run_id ?? null) !== null)

function decidedCall(
  { clock, linkTo }: DecidedCallsDeps,
  { id, hub, proposer: email, operations, summary, state, expiresAt, decidedAt, result }: ChangeRequest,
): DecidedCall | null {
  const call = callOf(operations)
  const question = questionOf(operations)
  const asked = call ?? question
  const isLate = call !== null && state === 'proposed' && expiresAt <= clock.now()
  const how = isLate ? ({ outcome: 'expired', detail: '' } as const) : howItEnded({ state, result })
  if (asked === null || how === null) return null
  const { surface, chat_id: chatId } = asked
  return {
    kind: call === null ? 'question' : 'tool_call',
    id,
    hub,
    email,
    surface,
    chatId,
    summary: question?.question ?? summary,
    editedInput: call?.edited ? JSON.stringify(call.input) : null,
    decidedAt: decidedAt ?? expiresAt,
    link: linkTo(id, surface),
    ...how,
  }
}

function howItEnded({
  state,
  result,
}: Pick<ChangeRequest, 'state' | 'result'>): Pick<DecidedCall, 'outcome' | 'detail'> | null {
  if (result?.next !== undefined) return null
  if (state === 'expired') return { outcome: state, detail: '' }
  if (state === 'rejected') return { outcome: state, detail: result?.detail ?? '' }
  if (result === null || result.outcome === 'running') return null
  const { outcome, detail, output = '' } = result
  if (outcome === 'answered') return { outcome, detail }
  if (outcome === 'applied') return { outcome: 'done', detail: output }
  if (state === 'stale') return { outcome: 'stale', detail }
  return outcome === 'failed'
    ? { outcome: 'failed', detail: output || detail }
    : { outcome: 'refused', detail }
}
