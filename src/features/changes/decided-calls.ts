import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Surface } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import { callOf } from './plan.ts'
import { LIFETIME_MS } from './propose.ts'
import { requestOf, type ChangeRequest } from './requests.ts'

export interface DecidedCall {
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
   * changed after the proposal; the person may propose it again.
   */
  outcome: 'done' | 'failed' | 'refused' | 'rejected' | 'expired' | 'stale'
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
const MAX_NOTIFIED_AGE_MS = LIFETIME_MS * 2

export function createDecidedCalls(deps: DecidedCallsDeps): DecidedCalls {
  const { store, hub, clock } = deps
  const followed = new Set<string>()
  const lapsed = new Set<string>()
  const closed = new Set<string>()
  let isStarted = false

  const followRecent = async () => {
    const rows = await store.db
      .selectFrom('change_requests')
      .select('id')
      .$if(hub !== null, (rows) => rows.where('hub', '=', hub!))
      .where('kind', '=', 'tool_call')
      .where('created_at_ms', '>', clock.now() - MAX_NOTIFIED_AGE_MS)
      .execute()
    for (const { id } of rows) followed.add(id)
  }
  const notifyDecided = async ({ notify, onFailure }: NotifyDeps) => {
    if (followed.size === 0) return
    const rows = await store.db
      .selectFrom('change_requests')
      .selectAll()
      .where('id', 'in', [...followed])
      .execute()
    // In the order of the decisions, because the agent continues with one after the other.
    const requests = rows.map(requestOf).toSorted((a, b) => (a.decidedAt ?? 0) - (b.decidedAt ?? 0))
    for (const request of requests) {
      const { id, result, createdAt } = request
      const isOld = createdAt + MAX_NOTIFIED_AGE_MS < clock.now()
      if (result?.next !== undefined) followed.add(result.next)
      const isClosed = result?.next !== undefined || isOld || callOf(request.operations) === null
      const decided = isClosed || lapsed.has(id) ? null : decidedCall(deps, request)
      if (decided !== null)
        await notify(decided).then(() => (isLapse(decided) ? lapsed : closed).add(id), onFailure)
      if (!isClosed && !closed.delete(id)) continue
      followed.delete(id)
      lapsed.delete(id)
    }
  }

  return {
    follow: (id) => void (isStarted && followed.add(id)),
    start(notifyDeps) {
      isStarted = true
      let isFirst = true
      return startLoop({
        clock: notifyDeps.background,
        everyMs: POLL_INTERVAL_MS,
        async work() {
          if (isFirst) await followRecent()
          isFirst = false
          await notifyDecided(notifyDeps)
        },
        onFailure: notifyDeps.onFailure,
      })
    },
  }
}

const isLapse = ({ outcome }: DecidedCall): boolean => outcome === 'stale' || outcome === 'expired'

function decidedCall(
  { clock, linkTo }: DecidedCallsDeps,
  { id, hub, proposer: email, operations, summary, state, expiresAt, decidedAt, result }: ChangeRequest,
): DecidedCall | null {
  const call = callOf(operations)
  const isLate = state === 'proposed' && expiresAt <= clock.now()
  const how = isLate ? ({ outcome: 'expired', detail: '' } as const) : howItEnded({ state, result })
  if (call === null || how === null) return null
  const { surface, chat_id: chatId } = call
  const editedInput = call.edited ? JSON.stringify(call.input) : null
  const link = linkTo(id, surface)
  return {
    id,
    hub,
    email,
    surface,
    chatId,
    summary,
    editedInput,
    decidedAt: decidedAt ?? expiresAt,
    link,
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
  if (outcome === 'applied') return { outcome: 'done', detail: output }
  if (state === 'stale') return { outcome: 'stale', detail }
  return outcome === 'failed'
    ? { outcome: 'failed', detail: output || detail }
    : { outcome: 'refused', detail }
}
