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
  surface: string
  chatId: string
  summary: string
  decidedAt: EpochMs
  link: string
  /** `refused`: the person confirmed the call, but it could not run as proposed. */
  outcome: 'done' | 'failed' | 'refused' | 'rejected' | 'expired'
  detail: string
}

export interface DecidedCallsDeps {
  store: Pick<Store, 'db'>
  hub: string
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
  let isStarted = false

  const followRecent = async () => {
    const rows = await store.db
      .selectFrom('change_requests')
      .select('id')
      .where('hub', '=', hub)
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
    for (const request of rows.map(requestOf)) {
      const decided = decidedCall(deps, request)
      if (decided === null) continue
      await notify(decided).then(() => followed.delete(request.id), onFailure)
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

function decidedCall(
  { clock, linkTo }: DecidedCallsDeps,
  { id, proposer: email, operations, summary, state, expiresAt, decidedAt, result }: ChangeRequest,
): DecidedCall | null {
  const call = callOf(operations)
  const isLate = state === 'proposed' && expiresAt <= clock.now()
  const how = isLate ? ({ outcome: 'expired', detail: '' } as const) : howItEnded({ state, result })
  if (call === null || how === null) return null
  const { surface, chat_id: chatId } = call
  const link = linkTo(id, surface)
  return { id, email, surface, chatId, summary, decidedAt: decidedAt ?? expiresAt, link, ...how }
}

function howItEnded({
  state,
  result,
}: Pick<ChangeRequest, 'state' | 'result'>): Pick<DecidedCall, 'outcome' | 'detail'> | null {
  if (state === 'expired' || state === 'rejected') return { outcome: state, detail: '' }
  if (result === null || result.outcome === 'running') return null
  const { outcome, detail, output = '' } = result
  if (outcome === 'applied') return { outcome: 'done', detail: output }
  return outcome === 'failed'
    ? { outcome: 'failed', detail: output || detail }
    : { outcome: 'refused', detail }
}
