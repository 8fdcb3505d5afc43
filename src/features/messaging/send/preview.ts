import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type {
  AnswerStream,
  Channel,
  DraftStream,
  MessageStream,
  OutgoingMessage,
  Preview,
  PreviewOutcome,
} from '../channel.ts'
import type { ChannelMessage } from '../message.ts'
import { changePart, type MessagePart } from '../outbox/outbox.ts'
import { previewPart } from '../outbox/preview-rows.ts'
import type { ConversationTarget } from './send.ts'

export interface AnswerPreview {
  show(this: void, markdown: string): void
  isVisible(): boolean
  end(this: void): Promise<void>
  written(markdown: string): void
}

export interface PreviewDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now' | 'sleep' | 'after'>
}

interface Answered {
  message: ChannelMessage
  place: ConversationTarget
}

/** A faster answer is sent without a preview. */
const BEGIN_AFTER_MS = 800
const LAST_PREVIEW_TIMEOUT_MS = 3000

export function startPreview(
  deps: PreviewDeps,
  { channel: { stream }, ...answered }: Answered & { channel: Pick<Channel, 'stream'> },
): AnswerPreview {
  return stream ? previewOn(deps, stream, answered) : NONE
}

const NONE: AnswerPreview = { show() {}, isVisible: () => false, end: async () => {}, written() {} }

function previewOn(deps: PreviewDeps, stream: AnswerStream, answered: Answered): AnswerPreview {
  const { clock } = deps
  const [over, cutOff] = [new AbortController(), new AbortController()]
  const showing = stream.leaves === 'message' ? showIn(deps, stream, answered) : draftIn(stream, answered)
  let newest = ''
  let visible: { id: string; markdown: string; at: number } | null = null
  let running: Promise<void> | null = null

  const isWanted = (): boolean => {
    if (newest !== visible?.markdown) return true
    return stream.leaves === 'nothing' && clock.now() - visible.at >= stream.lastsMs
  }
  const run = async () => {
    let waitMs: number | null = BEGIN_AFTER_MS
    for (;;) {
      await clock.sleep(waitMs, over.signal)
      if (!isWanted()) continue
      const markdown = newest
      const shown = await showing(markdown, cutOff.signal)
      if (shown.outcome === 'shown') visible = { id: shown.id, markdown, at: clock.now() }
      if (shown.outcome === 'unknown' || shown.nextMs === null) return
      waitMs = shown.nextMs
    }
  }

  return {
    show(markdown) {
      newest = markdown
      if (markdown.trim() !== '') running ??= run().catch(() => {}) // the signal aborted or the database is unavailable; no more previews are shown
    },
    isVisible: () => visible !== null,
    async end() {
      over.abort()
      const cancel = clock.after(LAST_PREVIEW_TIMEOUT_MS, () => cutOff.abort())
      await running
      cancel()
    },
    written: (markdown) => {
      if (visible && stream.leaves === 'message') stream.written?.(visible.id, markdown)
    },
  }
}

type ShowOne = (markdown: string, signal: AbortSignal) => Promise<PreviewOutcome>

const draftIn =
  (stream: DraftStream, { message, place }: Answered): ShowOne =>
  (markdown, signal) =>
    stream.show(previewOf(message, place, message.id, markdown), signal)

/**
 * Stores the attempt before it creates a preview message, and the message's id afterwards, so no preview is created
 * twice.
 */
function showIn({ store, clock }: PreviewDeps, stream: MessageStream, { message, place }: Answered): ShowOne {
  let part: MessagePart | null = null

  const findPreviewId = async (
    known: MessagePart,
    signal: AbortSignal,
  ): Promise<string | null | undefined> => {
    if (known.state !== 'showing') return known.provider_id
    const sought: OutgoingMessage = { ...previewOf(message, place, known.id, ''), text: '', plain: '' }
    const found = await stream.find(sought, signal)
    return found === null ? undefined : found.sent ? found.id : null
  }
  return async (markdown, signal) => {
    part ??= await previewPart(store, message, place, clock.now())
    if (part === null) return { outcome: 'skipped', nextMs: null }
    const id = await findPreviewId(part, signal)
    if (id === undefined) return { outcome: 'unknown' }
    if (id === null) {
      part = { ...part, state: 'showing', attempts: part.attempts + 1 }
      await changePart(store, part, { state: 'showing', attempts: part.attempts })
    }
    const shown = await stream.show(previewOf(message, place, part.id, markdown), id, signal)
    if (shown.outcome === 'unknown')
      return id === null ? shown : { outcome: 'shown', id, nextMs: AFTER_DOUBT_MS }
    const stands = shown.outcome === 'shown' ? shown.id : id
    if (part.state === 'showing' || part.provider_id !== stands) {
      part = { ...part, state: 'waiting', provider_id: stands }
      await changePart(store, part, { state: 'waiting', provider_id: stands })
    }
    return shown
  }
}

const AFTER_DOUBT_MS = 5000

const previewOf = (
  { key, handles }: ChannelMessage,
  { conversation }: ConversationTarget,
  id: string,
  markdown: string,
): Preview => ({ to: { conversation, replyTo: key }, id, handles, markdown })
