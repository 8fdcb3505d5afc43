import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { z } from 'zod'
import type { Outgoing, SendOutcome } from '../../channel.ts'
import type { Client, Failure } from './client.ts'
import { messageName, placeOf } from './names.ts'

/** What a message of ours carries besides its text. Every app in the workspace may read it: it holds an id only. */
export const METADATA_TYPE = 'hub_message'

/** The provider takes one message a second in a channel. */
const PACE_MS = 1000
const LONGEST_WAIT_MS = 5 * PACE_MS

export interface SendDeps {
  client: Client
  clock: Clock
}

export function createSend({ client, clock }: SendDeps) {
  const nextTurns = new BoundedMap<string, number>(10_000)

  return async (message: Outgoing, signal: AbortSignal): Promise<SendOutcome> => {
    const place = placeOf(message.to.conversation)
    if (!place) return { outcome: 'failed', reason: 'no conversation of team chat' }
    const now = clock.now()
    const turn = Math.max(now, nextTurns.get(place.channel) ?? now)
    const waitMs = turn - now
    if (waitMs > LONGEST_WAIT_MS) return later(waitMs, 'others write to this channel now', 'conversation')
    nextTurns.set(place.channel, turn + PACE_MS)
    if (waitMs > 0) await clock.sleep(waitMs, signal).catch(() => {}) // aborted
    if (signal.aborted) return later(0, 'stopped before it was sent', 'conversation')
    const called = await client.call(
      'chat.postMessage',
      {
        channel: place.channel,
        thread_ts: place.thread,
        text: message.text,
        metadata: { event_type: METADATA_TYPE, event_payload: { id: message.id } },
        // The provider would open links to make a picture of them, also those that only their holder should open.
        unfurl_links: false,
        unfurl_media: false,
      },
      signal,
    )
    if (!called.ok) return outcomeOf(called)
    const posted = Posted.safeParse(called.body)
    return posted.success
      ? { outcome: 'sent', id: messageName(posted.data.channel, posted.data.ts) }
      : { outcome: 'unknown', reason: 'the provider’s answer names no message' }
  }
}

const Posted = z.looseObject({ channel: z.string(), ts: z.string() })

const later = (
  afterMs: number,
  reason: string,
  of: 'conversation' | 'channel',
): SendOutcome & { outcome: 'later' } => ({ outcome: 'later', afterMs, reason, of })

const UNREACHABLE_MS = 10_000
const LIMITED_MS = 30_000
/** Until somebody has mended a token, asking more often helps nobody. */
const BAD_TOKEN_MS = 5 * 60_000

function outcomeOf({ why, code, reason, retryAfterMs }: Failure): SendOutcome {
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
  cannot_dm_bot: 'programs can’t be written to',
  user_not_found: 'the person is gone',
  user_disabled: 'the person’s account is off',
}
