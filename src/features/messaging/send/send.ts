import type { Clock } from '#ground/base/clock.ts'
import { isChannel } from '#ground/hub/channels.ts'
import type { Store } from '#ground/store/store.ts'
import { apply } from '../receive/apply.ts'
import {
  type Carrier,
  changePart,
  settle,
  UNDER_WAY,
  type MessagePart,
  type OutgoingWhole,
} from '../outbox/outbox.ts'
import type { MessageAddress, OutgoingMessage, ChannelSender, SendOutcome } from '../channel.ts'
import type { MessagingEvents } from '../log-events.ts'
import { completePreview, removePreview } from './complete.ts'
import { editSentPart } from './edit.ts'
import { buttonsOf } from '../outbox/cards.ts'
import { forgetPreview } from '../outbox/preview-rows.ts'
import { notAdmitted, type ResultAdmissionDeps, type NotAdmitted } from '../results/admission.ts'
import { addressInTemporary } from '../results/names.ts'
import { locateResult, type LocateResultDeps } from '../results/locate.ts'

export interface MessageSendDeps extends ResultAdmissionDeps, Pick<LocateResultDeps, 'handleOf'> {
  store: Store
  hub: string
  clock: Pick<Clock, 'now' | 'sleep'>
  /** Aborts running attempts, whose outcome is then unknown. */
  closeSignal: AbortSignal
  events: Pick<MessagingEvents, 'sendTrouble'>
  pauses: Map<Carrier, number>
}

export interface ConversationTarget {
  channel: Carrier
  conversation: string
}

const MAX_ATTEMPTS = 15
const TRIED_FOR_MS = 24 * 60 * 60_000

/** Delay before the Hub checks whether a message arrived, because the provider may still be processing it. */
const SETTLES_MS = 3000

type Outcome = SendOutcome | NotAdmitted

/**
 * Sends in order. Each attempt is stored before it starts, and is retried automatically only if it certainly failed.
 *
 * @returns Whether all messages were sent.
 */
export async function sendWaiting(
  deps: MessageSendDeps,
  channel: ChannelSender,
  place: ConversationTarget,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const whole = await firstWaiting(deps, place, channel.inAnyOrder ?? false)
    if (whole === undefined) return true
    const isDue = whole.due_at_ms <= deps.clock.now() && !isPaused(deps, place.channel)
    if (!isDue || signal.aborted) return false
    if (!(await sendWhole(deps, { channel, place, whole }, signal))) return false
  }
}

const isPaused = ({ pauses, clock }: MessageSendDeps, channel: Carrier): boolean =>
  (pauses.get(channel) ?? 0) > clock.now()

const firstWaiting = (
  { store, hub, clock }: MessageSendDeps,
  { channel, conversation }: ConversationTarget,
  isAnyDue: boolean,
) =>
  store.db
    .selectFrom('outbox')
    .selectAll()
    .where('hub', '=', hub)
    .where('channel', '=', channel)
    .where('conversation', '=', conversation)
    .where('state', '=', 'waiting')
    .$if(isAnyDue, (waiting) => waiting.where('due_at_ms', '<=', clock.now()))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

interface Sent {
  channel: ChannelSender
  place: ConversationTarget
  whole: OutgoingWhole
}

async function sendWhole(deps: MessageSendDeps, sent: Sent, signal: AbortSignal): Promise<boolean> {
  const { store, clock } = deps
  const parts = await store.db
    .selectFrom('outbox_parts')
    .selectAll()
    .where('outbox_id', '=', sent.whole.id)
    .where('state', 'in', [...UNDER_WAY])
    .orderBy('position')
    .execute()
  for (const part of parts) {
    if (signal.aborted) return false
    if (sent.whole.cause === 'preview') return takeAway(deps, sent, part)
    const outcome =
      sent.whole.cause === 'edit'
        ? await editSentPart(deps, sent.channel, part, toOf(sent.whole, part))
        : await outcomeOf(deps, sent, part)
    if (outcome === 'placed') return true
    if (outcome.outcome !== 'sent') deps.events.sendTrouble(troubleOf(sent, outcome))
    if (!(await storeOutcome(deps, sent, part, outcome))) return false
    if (ENDS_ALL.has(outcome.outcome)) break
  }
  await store.transaction((tx) => settle(tx, sent.whole.id, clock.now()))
  return true
}

/** After one of these outcomes, the message's later parts are not sent. */
const ENDS_ALL: ReadonlySet<Outcome['outcome']> = new Set(['failed', 'closed', 'refused'])

async function takeAway(deps: MessageSendDeps, sent: Sent, part: MessagePart): Promise<boolean> {
  const outcome = await removePreview(deps, sent.channel, part, toOf(sent.whole, part))
  if (outcome.outcome !== 'gone') deps.events.sendTrouble(troubleOf(sent, outcome))
  if (outcome.outcome === 'later' && !(await storeOutcome(deps, sent, part, outcome))) return false
  await forgetPreview(deps.store, sent.whole.id)
  return true
}

const toOf = ({ conversation, reply_to }: OutgoingWhole, { position }: MessagePart): MessageAddress => ({
  conversation,
  replyTo: position === 0 ? reply_to : null,
})

const troubleOf = ({ place }: Sent, outcome: Exclude<Outcome, { outcome: 'sent' }>) => ({
  channel: place.channel,
  outcome: outcome.outcome,
  reason: outcome.outcome === 'moved' ? 'the conversation goes on under another name' : outcome.reason,
})

async function outcomeOf(deps: MessageSendDeps, sent: Sent, part: MessagePart): Promise<Outcome | 'placed'> {
  const { channel, whole } = sent
  if (addressInTemporary(whole.conversation) !== null)
    return (await locateResult(deps, channel as Required<ChannelSender>, whole, deps.closeSignal)) ?? 'placed'
  const message: OutgoingMessage = {
    id: part.id,
    text: part.text,
    plain: part.plain,
    to: toOf(whole, part),
    attempt: part.attempts + 1,
    ...(part.card !== null && { buttons: buttonsOf(part) }),
  }
  const completed = await completePreview(deps, channel, part, message)
  if (completed !== null) return completed
  if (part.state === 'sending') {
    const found = await reconciled(channel, message, deps.closeSignal)
    if (found !== null) return found
  }
  const isUnasked = whole.cause === 'result' || whole.cause === 'personal'
  const barred = isUnasked ? await notAdmitted(deps, whole, deps.closeSignal) : null
  if (barred) return barred
  const closed = await closedReason(deps, sent)
  if (closed !== null) return { outcome: 'closed', reason: closed }
  await changePart(deps.store, part, { state: 'sending', attempts: part.attempts + 1 })
  const outcome = await channel.send(message, deps.closeSignal)
  if (outcome.outcome !== 'unknown' || !channel.reconcile) return outcome
  await deps.clock.sleep(SETTLES_MS, deps.closeSignal).catch(() => {})
  const found = await reconciled(channel, message, deps.closeSignal)
  return found ?? { outcome: 'later', afterMs: SETTLES_MS, reason: outcome.reason, of: 'conversation' }
}

/** Returns null if the message certainly did not arrive. The caller must then send it again. */
async function reconciled(
  channel: ChannelSender,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<SendOutcome | null> {
  const found = (await channel.reconcile?.(message, signal)) ?? null
  if (found === null) return { outcome: 'unknown', reason: 'cut off while it was sent' }
  return found.sent ? { outcome: 'sent', id: found.id } : null
}

async function closedReason(
  { store, hub, clock }: MessageSendDeps,
  { channel, place, whole }: Sent,
): Promise<string | null> {
  const row = await store.db
    .selectFrom('conversations')
    .select(['closed', 'received_at_ms'])
    .where('hub', '=', hub)
    .where('channel', '=', place.channel)
    .where('id', '=', place.conversation)
    .executeTakeFirst()
  if (row?.closed != null) return row.closed
  const isPast = channel.windowMs !== undefined && clock.now() - (row?.received_at_ms ?? 0) > channel.windowMs
  return isPast && whole.cause !== 'result' ? 'too long after the person’s last message' : null
}

async function storeOutcome(
  deps: MessageSendDeps,
  sent: Sent,
  part: MessagePart,
  outcome: Outcome,
): Promise<boolean> {
  const { store, clock, pauses, hub } = deps
  const { place, whole } = sent
  const now = clock.now()
  switch (outcome.outcome) {
    case 'sent':
      await changePart(store, part, {
        state: 'sent',
        reason: null,
        provider_id: outcome.id,
        sent_at_ms: now,
        ...(outcome.isDelivered && { delivered_at_ms: now }),
      })
      return true
    case 'unknown':
      await changePart(store, part, { state: 'unknown', reason: outcome.reason })
      return true
    case 'later': {
      const isOver = part.attempts + 1 >= MAX_ATTEMPTS || now - whole.created_at_ms > TRIED_FOR_MS
      if (isOver) return storeOutcome(deps, sent, part, { outcome: 'failed', reason: outcome.reason })
      const due = now + outcome.afterMs
      if (outcome.of === 'channel') pauses.set(place.channel, due)
      const state = part.state === 'showing' ? 'showing' : 'waiting'
      await changePart(store, part, { state, reason: outcome.reason })
      await store.db
        .updateTable('outbox')
        .set({ due_at_ms: due, reason: outcome.reason })
        .where('id', '=', whole.id)
        .execute()
      return false
    }
    case 'moved': {
      await changePart(store, part, { state: 'waiting', reason: null })
      const moved = { kind: 'moved', from: place.conversation, to: outcome.conversation } as const
      const { channel } = place
      if (isChannel(channel))
        await store.transaction((tx) => apply(tx, { hub, channel, arrival: '', now }, moved))
      return false
    }
    case 'closed':
      await store.db
        .updateTable('conversations')
        .set({ closed: outcome.reason })
        .where('hub', '=', hub)
        .where('channel', '=', place.channel)
        .where('id', '=', place.conversation)
        .execute()
      return endRest(deps, whole, { state: 'failed', reason: outcome.reason })
    case 'failed':
    case 'refused':
      return endRest(deps, whole, { state: outcome.outcome, reason: outcome.reason })
  }
}

async function endRest(
  { store }: MessageSendDeps,
  whole: OutgoingWhole,
  end: { state: 'failed' | 'refused'; reason: string },
): Promise<true> {
  await store.db
    .updateTable('outbox_parts')
    .set(end)
    .where('outbox_id', '=', whole.id)
    .where('state', 'in', [...UNDER_WAY])
    .execute()
  return true
}
