import { z } from 'zod'
import type { LocatedMessage, NotLocated } from '../../channel.ts'
import type { TeamchatClient, TeamchatFailure } from './client.ts'
import { conversationName, handlesOf, parseThreadTarget } from './names.ts'
import type { ReadOwn } from './own.ts'

const Opened = z.looseObject({ channel: z.looseObject({ id: z.string() }) })

const PERSON = /^[UW][A-Z0-9]+$/
const GROUP = /^[CG][A-Z0-9]+$/

export const createTeamchatLocate =
  (client: TeamchatClient, readOwn: ReadOwn) =>
  async (to: string, signal: AbortSignal): Promise<LocatedMessage | NotLocated> => {
    const known = parseThreadTarget(to)
    if (known && GROUP.test(known.channel)) return { outcome: 'found', conversation: to, handles: null }
    if (!PERSON.test(to) && !GROUP.test(to))
      return { outcome: 'failed', reason: `${to} is no id of a member (U…) or of a channel (C…)` }
    const own = await readOwn()
    if (own === null) return later('the provider can’t be asked now')
    const { team_id: team } = own
    if (GROUP.test(to))
      return {
        outcome: 'found',
        conversation: conversationName({ team, channel: to, thread: null }),
        handles: null,
      }
    const called = await client.call('conversations.open', { users: to }, signal)
    if (!called.ok) return notLocated(called)
    const opened = Opened.safeParse(called.body)
    if (!opened.success) return later('the provider sent an unexpected answer')
    const conversation = conversationName({ team, channel: opened.data.channel.id, thread: null })
    return { outcome: 'found', conversation, handles: handlesOf(team, to) }
  }

const RETRY_DELAY_MS = 30_000

const later = (reason: string, afterMs = RETRY_DELAY_MS): NotLocated => ({
  outcome: 'later',
  afterMs,
  reason,
  of: 'conversation',
})

const notLocated = ({ why, reason, retryAfterMs }: TeamchatFailure): NotLocated =>
  why === 'refused' ? { outcome: 'failed', reason } : later(reason, retryAfterMs ?? RETRY_DELAY_MS)
