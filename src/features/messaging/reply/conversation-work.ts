import { slept, type Clock } from '#ground/base/clock.ts'
import { normalEmail, type Caller } from '#ground/identity/caller.ts'
import { languageOf, type Language } from '#ground/turn/language/language.ts'
import type { Store } from '#ground/store/store.ts'
import { answerMessage, AnswerAborted, type MessageAnswer, type MessageAnswerDeps } from './answer.ts'
import type { WaitingCalls } from '../calls/call.ts'
import { cardTexts } from '../calls/card-texts.ts'
import type { Channel } from '../channel.ts'
import { commandIn, type Command } from '../text/commands.ts'
import type { ConversationsDeps } from './conversations.ts'
import type { MessageGate } from '../roster/gate.ts'
import { endMessage, endingNotice, postpone, type HandledMessage } from './ending.ts'
import { joinParts } from '../receive/joined-rows.ts'
import {
  startNewChat,
  beginAnswer,
  conversationAt,
  nextMessage,
  requeue,
  recentLanguage,
  waitingBefore,
  effectOfStop,
} from './message-rows.ts'
import type { MessagingEvents } from '../log-events.ts'
import type { ChannelMessage } from '../message.ts'
import { noticesIn } from '../notices/notices.ts'
import type { Notices } from '../notices/shape.ts'
import { enqueue, type PartText } from '../outbox/outbox.ts'
import { startPreview } from '../send/preview.ts'
import { withdrawPreview } from '../outbox/preview-rows.ts'
import { UNKNOWN_SENDER } from '../roster/lists.ts'
import { sendWaiting, type ConversationTarget, type MessageSendDeps } from '../send/send.ts'
import type { AnswerWriting } from './writing.ts'

export interface ConversationDeps extends MessageAnswerDeps, MessageSendDeps {
  store: Store
  clock: Clock
  gate: MessageGate
  instance: ConversationsDeps['instance']
  agentName(): string
  calls: Pick<WaitingCalls, 'find'>
  writing: Pick<AnswerWriting, 'begin'>
  events: Pick<MessagingEvents, 'sendTrouble' | 'ended' | 'answerFailed'>
}

const WORKING_AFTER_MS = 10_000
/** Delays before a failed answer is retried. The model provider may request longer delays. */
const RETRY_DELAYS_MS = [15_000, 60_000, 240_000]
const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1
const SEND_INTERVAL_MS = 1000

export async function workOnConversation(
  deps: ConversationDeps,
  channel: Channel,
  place: ConversationTarget,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    const isAllSent = await sendWaiting(deps, channel, place, closing)
    const message = await nextMessage(deps, place)
    if (message === null || closing.aborted) return
    await handleMessage(deps, { channel, place, message, isAllSent }, closing)
  }
}

async function handleMessage(
  deps: ConversationDeps,
  handled: HandledNow,
  closing: AbortSignal,
): Promise<void> {
  const { message } = handled
  const { chat: newest, kind } = await conversationAt(deps, handled.place)
  const chat = message.chat ?? newest // the message's own chat, even if the person has started a new chat since
  if (message.isStopAsked)
    return endMessage(deps, handled, { state: 'stopped', notice: noticesFor(handled).stopped, chat })
  if (!message.isAddressed) return endMessage(deps, handled, { state: 'noted', chat })
  const email = await deps.personOf(message.channel, message.handles, closing)
  if (email === null)
    return endMessage(deps, handled, { state: 'refused', reason: UNKNOWN_SENDER, chat: null })
  const caller: Caller = { email: normalEmail(email), surface: message.channel, groups: [] }
  const of = { ...handled, message: { ...message, email: caller.email }, caller, chat }
  const refusal = await deps.gate.refusalOf(caller)
  // A group must not see a person's missing permissions.
  const withNotice =
    kind === 'private' && refusal ? { notice: refusal.notice(noticesFor(of), languageFor(of)) } : {}
  if (refusal)
    return endMessage(deps, of, { state: 'refused', reason: refusal.reason, ...withNotice, chat: null })
  const command = commandIn(message.text)
  if (command) return runCommand(deps, of, command)
  if (message.attempts >= MAX_ATTEMPTS)
    return endMessage(deps, of, {
      state: 'failed',
      reason: message.reason ?? 'cut off',
      notice: noticesFor(of).cutOff,
      chat,
    })
  await writeAnswer(deps, of, closing)
}

interface HandledNow extends HandledMessage {
  isAllSent: boolean
}

interface ForPerson extends HandledNow {
  caller: Caller
  chat: number
}

interface Answering extends ForPerson {
  waiting: readonly ChannelMessage[]
}

async function runCommand(deps: ConversationDeps, of: ForPerson, command: Command): Promise<void> {
  const notices = noticesIn(await recentLanguage(deps, of.message))
  const stopped = command === 'stop' ? await effectOfStop(deps, of.message) : 'nothing'
  const notice = {
    new: notices.began,
    stop: { notified: undefined, unnotified: notices.stopped, nothing: notices.nothingToStop }[stopped],
    whoami: notices.whoami({ email: of.caller.email!, agent: deps.agentName() }),
    help: notices.help,
  }[command]
  if (command === 'new') await startNewChat(deps, of.place)
  await endMessage(deps, of, { state: 'sent', notice, chat: null })
}

const languageFor = ({ message }: Pick<HandledMessage, 'message'>): Language => languageOf(message.text)

const noticesFor = (of: Pick<HandledMessage, 'message'>): Notices => noticesIn(languageFor(of))

async function writeAnswer(deps: ConversationDeps, about: ForPerson, closing: AbortSignal): Promise<void> {
  const { message, channel, place, chat, isAllSent } = about
  using writing = deps.writing.begin(message)
  const waiting = message.attempts === 0 ? await waitingBefore(deps, message, chat) : []
  if (!(await beginAnswer(deps, message, chat))) return // the message changed after it was read, so it is processed again
  const of = { ...about, waiting }
  const signal = AbortSignal.any([writing.signal, closing])
  const to = { conversation: place.conversation, replyTo: message.key }
  void channel.acknowledge?.(to, message.key, signal)
  const preview = startPreview(deps, { ...of, channel: isAllSent ? channel : {} }) // while messages wait to be sent, there is no preview, because it would appear before them
  const answerEnd = new AbortController()
  let isClear = isAllSent
  const sending: Promise<void>[] = []
  if (!isAllSent)
    sending.push(sendMeanwhile(deps, of, answerEnd.signal).then((sent) => void (isClear = sent)))
  const cancel = deps.clock.after(WORKING_AFTER_MS, () => {
    if (isClear && !preview.isVisible()) sending.push(notifyWorking(deps, of, signal))
  })
  try {
    const whole = joinParts(message, waiting)
    const answer = await answerMessage(deps, { ...of, message: whole, onText: preview.show }, signal).finally(
      preview.end,
    )
    if (answer.how === 'answered') preview.written(answer.shown)
    await storeAnswer(deps, of, answer)
  } catch (error) {
    if (!signal.aborted) throw error
    await handleAborted(deps, of, closing.aborted ? new AnswerAborted('closing') : signal.reason)
  } finally {
    cancel()
    answerEnd.abort()
    await Promise.all(sending)
  }
}

async function storeAnswer(deps: ConversationDeps, of: Answering, answer: MessageAnswer): Promise<void> {
  const { message, chat, waiting } = of
  switch (answer.how) {
    case 'answered':
      return endMessage(deps, of, {
        state: 'sending',
        answer: answer.text,
        shown: answer.shown,
        cards: await cardsFor(deps, of, answer.calls),
        chat,
      })
    case 'refused':
      return endMessage(deps, of, {
        state: 'refused',
        reason: answer.reason,
        notice: answer.notice(noticesFor(of), languageFor(of)),
        chat,
      })
    case 'failed': {
      const { reason, notice, error } = answer
      if (error !== null) deps.events.answerFailed({ channel: message.channel, message: message.id, error })
      return endMessage(deps, of, {
        state: 'failed',
        reason,
        notice: notice(noticesFor(of), languageFor(of)),
        chat,
      })
    }
    case 'again': {
      const { reason, words, error } = answer
      const notices = noticesFor(of)
      const why = words(languageFor(of))
      deps.events.answerFailed({ channel: message.channel, message: message.id, error })
      const delayMs = RETRY_DELAYS_MS[message.attempts]
      if (delayMs === undefined)
        return endMessage(deps, of, { state: 'failed', reason, notice: `${notices.failed} ${why}`, chat })
      const afterMs = Math.max(delayMs, answer.afterMs)
      const isNotified = waiting.length > 0
      return postpone(deps, of, {
        reason,
        afterMs,
        notice: isNotified ? null : notices.retrying(why, afterMs),
      })
    }
  }
}

async function cardsFor(
  { calls }: Pick<ConversationDeps, 'calls'>,
  of: Answering,
  ids: readonly string[],
): Promise<PartText[]> {
  const waiting = await Promise.all(ids.map((id) => calls.find(id, of.caller.email!)))
  return waiting.flatMap((call) => (call === null ? [] : cardTexts(of.channel, call, languageFor(of))))
}

async function handleAborted(deps: ConversationDeps, of: Answering, reason: unknown): Promise<void> {
  const why = reason instanceof AnswerAborted ? reason.why : 'closing'
  const { attempts } = of.message
  if (why === 'stopped')
    return endMessage(deps, of, { state: 'stopped', notice: noticesFor(of).stopped, chat: of.chat })
  if (why === 'deleted')
    return deps.store.transaction((tx) => withdrawPreview(tx, [of.message.id], deps.clock.now()))
  return requeue(deps, of.message, { attempts })
}

async function sendMeanwhile(deps: ConversationDeps, of: ForPerson, signal: AbortSignal): Promise<boolean> {
  while (await slept(deps.clock, SEND_INTERVAL_MS, signal))
    try {
      if (await sendWaiting(deps, of.channel, of.place, signal)) return true
    } catch {
      // the database is unavailable
    }
  return false
}

/** Sends the notice at once, because otherwise it would be sent only after the answer. */
async function notifyWorking(deps: ConversationDeps, of: Answering, signal: AbortSignal): Promise<void> {
  try {
    await deps.store.transaction((tx) =>
      enqueue(tx, endingNotice(of, noticesFor(of).working), deps.clock.now()),
    )
    await sendWaiting(deps, of.channel, of.place, signal)
  } catch {
    // the database is unavailable; a stored notice is sent before the answer
  }
}
