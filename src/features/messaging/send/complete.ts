import type {
  MessageAddress,
  Completion,
  MessageStream,
  OutgoingMessage,
  ChannelSender,
  SendOutcome,
} from '../channel.ts'
import type { Store } from '#ground/store/store.ts'
import { changePart, type MessagePart } from '../outbox/outbox.ts'

interface CompleteDeps {
  store: Pick<Store, 'db'>
  closeSignal: AbortSignal
}

/** Delay before an edit or deletion with an unknown outcome is retried. Edits and deletions are idempotent. */
const RETRY_DELAY_MS = 3000

const READ_RETRY_DELAY_MS = 10_000
const MAX_READ_ATTEMPTS = 8

/** @returns Null if there is no preview message, so the part must be sent. */
export async function completePreview(
  deps: CompleteDeps,
  channel: Pick<ChannelSender, 'stream'>,
  part: MessagePart,
  message: OutgoingMessage,
): Promise<SendOutcome | null> {
  const stream = messageStreamOf(channel, part)
  if (stream === null) return null
  const found = await findPreviewId(deps, stream, part, message)
  if ('outcome' in found) return found
  if (found.id !== null) {
    await changePart(deps.store, part, {
      state: 'sending',
      attempts: part.attempts + 1,
      provider_id: found.id,
    })
    const completion = againIfUnknown(await stream.complete(message, found.id, deps.closeSignal))
    if (completion.outcome !== 'gone') return completion
  }
  await changePart(deps.store, part, { state: 'waiting', provider_id: null })
  return null
}

export async function removePreview(
  deps: CompleteDeps,
  channel: Pick<ChannelSender, 'stream'>,
  part: MessagePart,
  to: MessageAddress,
): Promise<Exclude<Completion, { outcome: 'sent' }>> {
  const stream = messageStreamOf(channel, part)
  if (stream === null) return { outcome: 'gone' }
  const found = await findPreviewId(deps, stream, part, { id: part.id, text: '', plain: '', to })
  if ('outcome' in found) return found
  if (found.id === null) return { outcome: 'gone' }
  const removal = againIfUnknown(await stream.remove(to, found.id, deps.closeSignal))
  return removal.outcome === 'sent' ? { outcome: 'gone' } : removal
}

const messageStreamOf = (
  { stream }: Pick<ChannelSender, 'stream'>,
  { state, provider_id: id }: MessagePart,
): MessageStream | null =>
  stream?.leaves === 'message' && (state === 'showing' || id !== null) ? stream : null

/** The returned id is null only if the preview message certainly does not exist. */
async function findPreviewId(
  { store, closeSignal }: CompleteDeps,
  stream: MessageStream,
  part: MessagePart,
  message: OutgoingMessage,
): Promise<{ id: string | null } | Extract<SendOutcome, { outcome: 'later' | 'unknown' }>> {
  if (part.provider_id !== null) return { id: part.provider_id }
  const found = await stream.find(message, closeSignal)
  if (found) return { id: found.sent ? found.id : null }
  await changePart(store, part, { attempts: part.attempts + 1 })
  const reason = 'cut off while it was shown'
  return part.attempts < MAX_READ_ATTEMPTS
    ? { outcome: 'later', afterMs: READ_RETRY_DELAY_MS, reason, of: 'conversation' }
    : { outcome: 'unknown', reason }
}

export const againIfUnknown = (completion: Completion): Completion =>
  completion.outcome === 'unknown'
    ? { outcome: 'later', afterMs: RETRY_DELAY_MS, reason: completion.reason, of: 'conversation' }
    : completion
