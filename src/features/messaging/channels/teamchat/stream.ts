import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createCallLimit } from '#ground/base/rate-limit.ts'
import type { Completion, MessageStream, OutgoingMessage, Preview, PreviewOutcome } from '../../channel.ts'
import { blocksOf } from './blocks.ts'
import type { Called, TeamchatClient, TeamchatFailure } from './client.ts'
import { recordPreview, refusedPreview, type PreviewState, type LiveMessage } from './preview-state.ts'
import { parseThreadTarget, tsOf, type ThreadTarget } from './names.ts'
import { createNativeStreams, SEALED } from './native.ts'
import { PACE_MS, type TeamchatPace } from './pace.ts'
import { metadataOf, teamchatOutcome, postFields } from './send.ts'
import { harmless } from './stream-text.ts'
import { writeTeamchat } from './write.ts'

export interface TeamchatStreamDeps {
  client: TeamchatClient
  clock: Pick<Clock, 'now'>
  pace: TeamchatPace
  find: MessageStream['find']
}

const CHANGE_MS = 1200
/** Maximum edits for all answers together. The provider allows 50 a minute; the rest is for complete answers. */
const CHANGES = { attempts: 30, windowMs: 60_000 }

/** Answers in a thread use the provider's streams, if available. Other answers are posts that are edited. */
export function createTeamchatStream({ client, clock, pace, find }: TeamchatStreamDeps): MessageStream {
  const states = new BoundedMap<string, PreviewState>(10_000)
  const native = createNativeStreams({ client, clock, states })
  const changes = createCallLimit({ clock, ...CHANGES })

  const post = async (
    preview: Preview,
    place: ThreadTarget,
    signal: AbortSignal,
  ): Promise<PreviewOutcome> => {
    const [first] = writeTeamchat(preview.markdown)
    if (!first || !pace.reserveNow(place.channel)) return { outcome: 'skipped', nextMs: PACE_MS }
    const called = await client.call('chat.postMessage', postFields(place, first.text, preview.id), signal)
    const live = { is: 'post', text: first.text } as const
    return called.ok ? recordPreview(states, called, live, CHANGE_MS) : refusedPreview(called, changes)
  }

  const change = async (preview: Preview, at: LiveMessage, signal: AbortSignal): Promise<PreviewOutcome> => {
    const live = states.get(at.id)
    const [first, ...more] = writeTeamchat(preview.markdown)
    const isNew = first !== undefined && !(live?.is === 'post' && live.text === first.text)
    if (!isNew) return { outcome: 'skipped', nextMs: more.length > 0 ? null : CHANGE_MS }
    const waitMs = changes.consume()
    if (waitMs > 0) return { outcome: 'skipped', nextMs: waitMs }
    if (mayStream(at, live)) {
      const stopped = await native.stop(at, {}, signal)
      if (!stopped.ok && stopped.code !== SEALED) return refusedPreview(stopped, changes)
    }
    states.set(at.id, { is: 'post', text: '' })
    const called = await update(client, at, { text: first.text, id: preview.id }, signal)
    if (!called.ok) return refusedPreview(called, changes)
    states.set(at.id, { is: 'post', text: first.text })
    return { outcome: 'shown', id: at.id, nextMs: CHANGE_MS }
  }

  return {
    leaves: 'message',
    find,
    async show(preview, id, signal) {
      const place = parseThreadTarget(preview.to.conversation)
      if (!place) return { outcome: 'skipped', nextMs: null }
      const at = id === null ? null : standingAt(preview.to, id)
      if (!at) return (await native.start(preview, place, signal)) ?? post(preview, place, signal)
      const live = states.get(at.id)
      const appended = live?.is === 'stream' ? await native.append(preview, at, live, signal) : null
      return appended ?? change(preview, at, signal)
    },
    written(id, markdown) {
      const live = states.get(id)
      if (live?.is === 'stream') states.set(id, { ...live, whole: markdown })
    },
    async complete(message, id, signal) {
      const at = standingAt(message.to, id)
      if (!at) return { outcome: 'gone' }
      const live = states.get(id)
      states.delete(id)
      if (mayStream(at, live)) {
        const rest = restOf(live, message)
        const more = { markdown_text: rest || undefined, metadata: metadataOf(message.id) }
        const stopped = await native.stop(at, more, signal)
        if (stopped.ok && rest !== null && !message.buttons) return { outcome: 'sent', id }
        if (!stopped.ok && stopped.why !== 'refused') return ofOne(stopped)
      }
      const called = await update(client, at, message, signal)
      if (called.ok) return { outcome: 'sent', id }
      if (!UNCHANGEABLE.has(called.code)) return ofOne(called)
      const removed = await remove(client, at, signal)
      return removed.outcome === 'sent' ? { outcome: 'gone' } : removed
    },
    async remove(to, id, signal) {
      const at = standingAt(to, id)
      if (!at) return { outcome: 'gone' }
      if (mayStream(at, states.get(id))) await native.stop(at, {}, signal)
      states.delete(id)
      return remove(client, at, signal)
    },
  }
}

export function standingAt({ conversation }: Preview['to'], id: string): LiveMessage | null {
  const place = parseThreadTarget(conversation)
  const ts = tsOf(id)
  return place && ts !== null ? { id, ts, ...place } : null
}

const mayStream = ({ thread }: LiveMessage, live: PreviewState | undefined): boolean =>
  thread !== null && live?.is !== 'post'

function restOf(live: PreviewState | undefined, { text }: OutgoingMessage): string | null {
  if (live?.is !== 'stream' || live.whole === null) return null
  const [only, ...more] = writeTeamchat(live.whole)
  const whole = harmless(live.whole)
  const isIt = more.length === 0 && only?.text === text && whole.startsWith(live.appended)
  return isIt ? whole.slice(live.appended.length) : null
}

export const update = (
  client: TeamchatClient,
  { channel, ts }: LiveMessage,
  { text, id, buttons }: Pick<OutgoingMessage, 'text' | 'id' | 'buttons'>,
  signal: AbortSignal,
): Promise<Called> =>
  // Without `blocks: []`, blocks that the provider created from a stream would replace the text.
  client.call(
    'chat.update',
    { channel, ts, text, blocks: blocksOf(text, buttons), metadata: metadataOf(id) },
    signal,
  )

async function remove(
  client: TeamchatClient,
  { id, channel, ts }: LiveMessage,
  signal: AbortSignal,
): Promise<Completion> {
  const called = await client.call('chat.delete', { channel, ts }, signal)
  return called.ok ? { outcome: 'sent', id } : ofOne(called)
}

export const UNCHANGEABLE: ReadonlySet<string> = new Set(['edit_window_closed', 'cant_update_message'])

export function ofOne(failure: TeamchatFailure): Completion {
  if (failure.code === 'message_not_found' || failure.code === 'thread_not_found') return { outcome: 'gone' }
  const outcome = teamchatOutcome(failure)
  return outcome.outcome === 'later' && failure.why === 'limited'
    ? { ...outcome, of: 'conversation' }
    : outcome
}
