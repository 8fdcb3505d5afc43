import type { PreviewOutcome } from '../../channel.ts'
import type { CallLimit } from '#ground/base/rate-limit.ts'
import type { Called, TeamchatFailure } from './client.ts'
import { teamchatMessageName } from './names.ts'
import { LIMITED_MS, Posted } from './send.ts'

/** A message of ours that shows an answer, as far as this process knows. */
export type Live =
  /** It can only be appended to. `whole`: the answer, once it is known. */
  | { is: 'stream'; appended: string; whole: string | null }
  /** It can be changed. */
  | { is: 'post'; text: string }

/** Channel and time of a message of ours. */
export interface LiveMessage {
  id: string
  channel: string
  thread: string | null
  ts: string
}

export function begun(lives: Map<string, Live>, called: Called, live: Live, nextMs: number): PreviewOutcome {
  const posted = called.ok ? Posted.safeParse(called.body).data : undefined
  if (!posted) return { outcome: 'unknown' }
  const id = teamchatMessageName(posted.channel, posted.ts)
  lives.set(id, live)
  return { outcome: 'shown', id, nextMs }
}

/** Meaning of a failed call for a preview: a rate limit only pauses previews. */
export function refusedPreview(
  { why, retryAfterMs }: TeamchatFailure,
  calls: Pick<CallLimit, 'rest'>,
): PreviewOutcome {
  if (why === 'unknown') return { outcome: 'unknown' }
  if (why === 'refused' || why === 'token') return { outcome: 'skipped', nextMs: null }
  const nextMs = retryAfterMs ?? LIMITED_MS
  calls.rest(nextMs)
  return { outcome: 'skipped', nextMs }
}
