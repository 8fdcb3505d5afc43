import type { Clock } from '#ground/base/clock.ts'
import { orderedIdOf } from '#ground/base/ids.ts'
import { within } from '#ground/base/time-limit.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import { languageOf, type Language } from '#ground/turn/language/language.ts'
import type { Channel, PressNotice } from '../channel.ts'
import type { IncomingPress } from '../incoming.ts'
import { noticesIn } from '../notices/notices.ts'
import { readCallCard, type CallCard } from '../outbox/cards.ts'
import { enqueue } from '../outbox/outbox.ts'
import type { MessageGate } from '../roster/gate.ts'
import type { CallDecision, WaitingCalls } from './call.ts'
import { closeCards } from './close-cards.ts'

export interface PressDeps {
  store: Store
  hub: string
  clock: Pick<Clock, 'now' | 'sleep'>
  name: ChannelName
  channel: Pick<Channel, 'write' | 'buttons'>
  calls: Pick<WaitingCalls, 'decide'>
  gate: Pick<MessageGate, 'accessRefusalOf'>
  personOf(channel: ChannelName, handles: readonly string[], signal: AbortSignal): Promise<string | null>
}

/**
 * Providers expect an acknowledgement of a press within seconds. After this time, the Hub sends the person a message
 * instead.
 */
const ACKNOWLEDGE_TIMEOUT_MS = 3000

/**
 * Decides a call for the person who pressed a button.
 *
 * 1. The delivery of the press is stored, and stays pending until this function returns.
 * 2. The decision changes the state of the call once. A repeated press gets the state of the first.
 * 3. Edits and notices are queued with ids that derive from call and press, so a repetition queues none twice.
 *
 * @throws if the press must be processed again later
 */
export async function decidePress(deps: PressDeps, press: IncomingPress, signal: AbortSignal): Promise<void> {
  const { store, hub, name, channel, clock } = deps
  const card = await findCard(deps, press)
  const language = languageOf(card?.question ?? '')
  const decision = card && (await decisionOf(deps, card, press, signal))
  if (card && decision && 'at' in decision) {
    const conversation = { hub, channel: name, conversation: card.conversation }
    const closed = { call: card.call, decided: decision.is, at: decision.at }
    await store.transaction((tx) => closeCards(tx, channel, conversation, closed, clock.now()))
  }
  const shown = card ? noticeOf(decision, press, language) : goneNotice(language)
  if (await isAcknowledged(deps, press, shown, signal)) return
  // A group must not see a person's missing permissions.
  if (press.conversation.kind === 'group' && (decision?.is === 'no_access' || decision?.is === 'forbidden'))
    return
  const id = orderedIdOf(press.at, `press ${press.id}`)
  await store.transaction(async (tx) => {
    if (await tx.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst()) return
    const about = { replyTo: null, cause: 'notice', messageId: null, runId: null } as const
    const to = { hub, channel: name, conversation: press.conversation.id }
    await enqueue(tx, { id, ...to, ...about, texts: channel.write(shown.text) }, clock.now())
  })
}

interface PressedCard extends CallCard {
  conversation: string
  question: string
}

async function findCard(
  { store, hub, name }: PressDeps,
  { button }: IncomingPress,
): Promise<PressedCard | null> {
  const row = await store.db
    .selectFrom('outbox_parts')
    .innerJoin('outbox', 'outbox.id', 'outbox_parts.outbox_id')
    .leftJoin('messages', 'messages.id', 'outbox.message_id')
    .where('outbox.hub', '=', hub)
    .where('outbox.channel', '=', name)
    .where('outbox_parts.id', '=', button.part)
    .select(['outbox_parts.card', 'outbox.conversation', 'messages.text as question'])
    .executeTakeFirst()
  const card = row ? readCallCard(row) : null
  if (!row || !card) return null
  return { ...card, conversation: row.conversation, question: row.question ?? '' }
}

/** Null if the presser is unknown. */
async function decisionOf(
  { name, personOf, gate, calls }: PressDeps,
  { call: id, plan: planHash }: CallCard,
  { sender, button }: IncomingPress,
  signal: AbortSignal,
): Promise<CallDecision | { is: 'no_access' } | null> {
  const found = await personOf(name, sender.handles, signal)
  if (found === null) return null
  const email = normalEmail(found)
  if (await gate.accessRefusalOf({ email, surface: name, groups: [] })) return { is: 'no_access' }
  return calls.decide({ id, planHash, email }, button.decision)
}

function noticeOf(
  decision: Awaited<ReturnType<typeof decisionOf>>,
  { button }: IncomingPress,
  language: Language,
): PressNotice {
  const { call, noAccess } = noticesIn(language)
  switch (decision?.is) {
    case 'approved':
    case 'declined': {
      const isRefusal = DECISIONS[button.decision] !== decision.is
      return { text: call[isRefusal ? 'already' : 'decided'][decision.is], isRefusal }
    }
    case 'expired':
    case 'stale':
      return { text: `${call.decided[decision.is]} ${call.askAgain[decision.is]}`, isRefusal: true }
    case 'forbidden':
      return { text: call.forbidden, isRefusal: true }
    case 'no_access':
      return { text: noAccess, isRefusal: true }
    default:
      return { text: call.foreign, isRefusal: true }
  }
}

const DECISIONS = { approve: 'approved', decline: 'declined' } as const

/** For a message that was removed after `SVC_MESSAGE_DAYS`. By then, the call has expired. */
function goneNotice(language: Language): PressNotice {
  const { decided, askAgain } = noticesIn(language).call
  return { text: `${decided.expired} ${askAgain.expired}`, isRefusal: true }
}

async function isAcknowledged(
  { channel: { buttons }, clock }: PressDeps,
  press: IncomingPress,
  shown: PressNotice,
  signal: AbortSignal,
): Promise<boolean> {
  if (!buttons) return false
  return within(clock, ACKNOWLEDGE_TIMEOUT_MS, (late) =>
    buttons.acknowledge(press, shown, AbortSignal.any([signal, late])),
  ).catch(() => false)
}
