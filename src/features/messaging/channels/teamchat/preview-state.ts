import type { PreviewOutcome } from '../../channel.ts'
import type { CallLimit } from '#ground/base/rate-limit.ts'
import type { Called, TeamchatFailure } from './client.ts'
import { teamchatMessageName } from './names.ts'
import { LIMITED_MS, Posted } from './send.ts'

export type PreviewState =
  /** A stream can only be appended to. `whole`: the complete answer; null while the agent writes. */
  | { is: 'stream'; appended: string; whole: string | null }
  /** A post can be edited. */
  | { is: 'post'; text: string }

export interface LiveMessage {
  id: string
  channel: string
  thread: string | null
  ts: string
}

export function recordPreview(
  states: Map<string, PreviewState>,
  called: Called,
  state: PreviewState,
  nextMs: number,
): PreviewOutcome {
  const posted = called.ok ? Posted.safeParse(called.body).data : undefined
  if (!posted) return { outcome: 'unknown' }
  const id = teamchatMessageName(posted.channel, posted.ts)
  states.set(id, state)
  return { outcome: 'shown', id, nextMs }
}

export function refusedPreview(
  { why, retryAfterMs }: TeamchatFailure,
  calls: Pick<CallLimit, 'pause'>,
): PreviewOutcome {
  if (why === 'unknown') return { outcome: 'unknown' }
  if (why === 'refused' || why === 'token') return { outcome: 'skipped', nextMs: null }
  const nextMs = retryAfterMs ?? LIMITED_MS
  calls.pause(nextMs)
  return { outcome: 'skipped', nextMs }
}
