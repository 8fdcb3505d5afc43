import type { Clock } from '#ground/base/clock.ts'
import { z } from 'zod'
import type { OutgoingMessage, SendOutcome } from '../../channel.ts'
import { blocksOf } from './blocks.ts'
import type { TeamchatClient, TeamchatFailure, Parameters } from './client.ts'
import { teamchatMessageName, parseThreadTarget, type ThreadTarget } from './names.ts'
import type { TeamchatPace } from './pace.ts'

/** Metadata type of the Hub's messages. All apps can read metadata, so it contains only an id. */
export const METADATA_TYPE = 'hub_message'

export interface TeamchatSendDeps {
  client: TeamchatClient
  clock: Pick<Clock, 'sleep'>
  pace: TeamchatPace
}

export const createSend =
  ({ client, clock, pace }: TeamchatSendDeps) =>
  async (message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome> => {
    const place = parseThreadTarget(message.to.conversation)
    if (!place) return { outcome: 'failed', reason: 'no conversation of Slack (team chat)' }
    const { waitMs, tooLong } = pace.reserve(place.channel)
    if (tooLong) return later(waitMs, 'others write to this channel now', 'conversation')
    if (waitMs > 0) await clock.sleep(waitMs, signal).catch(() => {}) // the signal aborted the wait
    if (signal.aborted) return later(0, 'stopped before it was sent', 'conversation')
    const { text, id, buttons } = message
    const blocks = blocksOf(text, buttons)
    const fields = { ...postFields(place, text, id), ...(blocks.length > 0 && { blocks }) }
    const called = await client.call('chat.postMessage', fields, signal)
    if (!called.ok) return teamchatOutcome(called)
    const posted = Posted.safeParse(called.body)
    return posted.success
      ? { outcome: 'sent', id: teamchatMessageName(posted.data.channel, posted.data.ts) }
      : { outcome: 'unknown', reason: 'the provider’s answer names no message' }
  }

export const postFields = ({ channel, thread }: ThreadTarget, text: string, id: string): Parameters => ({
  channel,
  thread_ts: thread,
  text,
  metadata: metadataOf(id),
  // To build link previews, the provider would fetch all links, even links that are meant for one person.
  unfurl_links: false,
  unfurl_media: false,
})

export const metadataOf = (id: string) => ({ event_type: METADATA_TYPE, event_payload: { id } })

export const Posted = z.looseObject({ channel: z.string(), ts: z.string() })

const later = (
  afterMs: number,
  reason: string,
  of: 'conversation' | 'channel',
): SendOutcome & { outcome: 'later' } => ({ outcome: 'later', afterMs, reason, of })

const UNREACHABLE_MS = 10_000
export const LIMITED_MS = 30_000
const BAD_TOKEN_MS = 5 * 60_000

export function teamchatOutcome({ why, code, reason, retryAfterMs }: TeamchatFailure): SendOutcome {
  switch (why) {
    case 'unsent':
      return later(UNREACHABLE_MS, reason, 'channel')
    case 'limited':
      return later(retryAfterMs ?? LIMITED_MS, reason, 'channel')
    case 'token':
      return later(BAD_TOKEN_MS, reason, 'channel')
    case 'unknown':
      return { outcome: 'unknown', reason }
    case 'refused':
      return CLOSED[code] || code.startsWith('restricted_action')
        ? { outcome: 'closed', reason: CLOSED[code] ?? 'the workspace doesn’t let the app write there' }
        : { outcome: 'failed', reason }
  }
}

const CLOSED: Readonly<Record<string, string>> = {
  channel_not_found: 'the channel is gone, or the app is not in it',
  is_archived: 'the channel is archived',
  not_in_channel: 'the app is not in the channel; invite it there',
  thread_locked: 'the thread is locked',
  messages_tab_disabled: 'direct messages to the app are off; turn on its Messages Tab under App Home',
  cannot_dm_bot: 'other programs can’t receive direct messages',
  user_not_found: 'the person is gone',
  user_disabled: 'the person’s account is deactivated',
}
