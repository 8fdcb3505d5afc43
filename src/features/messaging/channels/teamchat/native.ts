import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createCallLimit } from '#ground/base/rate-limit.ts'
import type { Preview, PreviewOutcome } from '../../channel.ts'
import type { Called, TeamchatClient } from './client.ts'
import { recordPreview, refusedPreview, type PreviewState, type LiveMessage } from './preview-state.ts'
import type { ThreadTarget } from './names.ts'
import { appendable, pieceOf } from './stream-text.ts'
import { writeTeamchat } from './write.ts'

const APPEND_MS = 1000
/** Limits for all answers together. The provider allows 20 starts, 20 stops and 100 appends of streams per minute. */
const STARTS = { attempts: 15, windowMs: 60_000 }
const APPENDS = { attempts: 80, windowMs: 60_000 }
const NOT_OFFERED_MS = 60 * 60_000
/** The provider allows 12,000 characters per call. */
const MAX_APPEND_LENGTH = 11_000
const MAX_START_LENGTH = 3000

type Stream = Extract<PreviewState, { is: 'stream' }>

/**
 * The provider's own streams. They exist only in threads, and text can only be appended. After some minutes, the
 * provider ends a stream.
 */
export interface NativeStreams {
  /** @returns null if the provider offers no stream here. */
  start(preview: Preview, place: ThreadTarget, signal: AbortSignal): Promise<PreviewOutcome | null>
  append(
    preview: Preview,
    at: LiveMessage,
    stream: Stream,
    signal: AbortSignal,
  ): Promise<PreviewOutcome | null>
  stop(at: LiveMessage, more: object, signal: AbortSignal): Promise<Called>
}

export const SEALED = 'message_not_in_streaming_state'

export function createNativeStreams({
  client,
  clock,
  states,
}: {
  client: TeamchatClient
  clock: Pick<Clock, 'now'>
  states: Map<string, PreviewState>
}): NativeStreams {
  const notOffered = new BoundedMap<string, number>(10_000)
  const starts = createCallLimit({ clock, ...STARTS })
  const appends = createCallLimit({ clock, ...APPENDS })
  return {
    async start({ markdown, handles }, { channel, thread }, signal) {
      if (thread === null || (notOffered.get(channel) ?? 0) > clock.now()) return null
      const appended = pieceOf(appendable(markdown), 0, MAX_START_LENGTH)
      if (appended.trim() === '') return { outcome: 'skipped', nextMs: APPEND_MS }
      const waitMs = starts.consume()
      if (waitMs > 0) return { outcome: 'skipped', nextMs: waitMs }
      const [team, user] = handles[0]?.split(':') ?? []
      const called = await client.call(
        'chat.startStream',
        {
          channel,
          thread_ts: thread,
          recipient_team_id: team,
          recipient_user_id: user,
          markdown_text: appended,
        },
        signal,
      )
      if (called.ok) return recordPreview(states, called, { is: 'stream', appended, whole: null }, APPEND_MS)
      if (called.why !== 'refused' && called.why !== 'token') return refusedPreview(called, starts)
      notOffered.set(channel, clock.now() + NOT_OFFERED_MS)
      return null
    },

    async append({ markdown }, { id, channel, ts }, stream, signal) {
      const text = appendable(markdown)
      if (!text.startsWith(stream.appended)) return null
      if (writeTeamchat(markdown).length > 1) return { outcome: 'skipped', nextMs: null } // the text no longer fits into one message
      const added = pieceOf(text, stream.appended.length, MAX_APPEND_LENGTH)
      const waitMs = added === '' ? APPEND_MS : appends.consume()
      if (waitMs > 0) return { outcome: 'skipped', nextMs: waitMs }
      const called = await client.call('chat.appendStream', { channel, ts, markdown_text: added }, signal)
      if (called.ok) {
        states.set(id, { ...stream, appended: stream.appended + added })
        return { outcome: 'shown', id, nextMs: APPEND_MS }
      }
      if (called.why === 'limited' || called.why === 'unsent') return refusedPreview(called, appends)
      // A sealed stream can be edited like a post.
      if (called.code === SEALED) states.set(id, { is: 'post', text: '' })
      else states.delete(id)
      return null
    },

    stop: ({ channel, ts }, more, signal) => client.call('chat.stopStream', { channel, ts, ...more }, signal),
  }
}
