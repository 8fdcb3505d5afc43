import type { Clock } from '#ground/base/clock.ts'
import { normalEmail, type Caller } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import { answerMessage, GivenUp, type Answer, type AnswerDeps } from './answer.ts'
import type { Channel } from './channel.ts'
import { commandIn, type Command } from './commands.ts'
import type { ConversationsDeps } from './conversations.ts'
import type { Gate } from './gate.ts'
import { beginAnew, beginAnswer, conversationAt, hasStopped, nextMessage, putBack } from './message-rows.ts'
import type { MessagingEvents } from './log-events.ts'
import type { Message } from './message.ts'
import { NOTICES } from './notices.ts'
import { enqueue } from './outbox.ts'
import { startPreview } from './preview.ts'
import { enqueueEnd, withdrawPreview } from './preview-rows.ts'
import { UNKNOWN_SENDER } from './roster/who.ts'
import type { MessageState } from './schema.ts'
import { sendWaiting, type Place, type SendDeps } from './send.ts'
import type { Writing } from './writing.ts'

export interface ConversationDeps extends AnswerDeps, SendDeps {
  store: Store
  clock: Clock
  gate: Gate
  machine: ConversationsDeps['machine']
  agentName(): string
  writing: Pick<Writing, 'begin'>
  events: Pick<MessagingEvents, 'sendTrouble' | 'ended' | 'answerFailed'>
}

/** When the person is told that it takes a while. */
const WORKING_AFTER_MS = 10_000
/** Times that an answer is begun, whether it failed or its process died. */
const MOST_ATTEMPTS = 4

/** Do what there is to do in a conversation, in order, until nothing is due. */
export async function workOnConversation(
  deps: ConversationDeps,
  channel: Channel,
  place: Place,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    if (!(await sendWaiting(deps, channel, place, closing))) return
    const message = await nextMessage(deps, place)
    if (message === null || closing.aborted) return
    await deal(deps, { channel, place, message }, closing)
  }
}

interface Dealt {
  channel: Channel
  place: Place
  message: Message
}

async function deal(deps: ConversationDeps, dealt: Dealt, closing: AbortSignal): Promise<void> {
  const { message } = dealt
  const { chat, kind } = await conversationAt(deps, dealt.place)
  if (!message.isAddressed) return end(deps, dealt, { state: 'noted', chat })
  const email = await deps.personOf(message.channel, message.handles, closing)
  if (email === null) return end(deps, dealt, { state: 'refused', reason: UNKNOWN_SENDER, chat: null })
  const caller: Caller = { email: normalEmail(email), surface: message.channel, groups: [] }
  const of = { ...dealt, message: { ...message, email: caller.email }, caller, chat }
  const refusal = await deps.gate.refusalOf(caller)
  // What a person may not is nobody else's business.
  const told = kind === 'private' ? { notice: refusal?.notice } : {}
  if (refusal) return end(deps, of, { state: 'refused', reason: refusal.reason, ...told, chat: null })
  const command = commandIn(message.text)
  if (command) return obey(deps, of, command)
  if (message.attempts >= MOST_ATTEMPTS)
    return end(deps, of, {
      state: 'failed',
      reason: message.reason ?? 'cut off',
      notice: NOTICES.cutOff,
      chat,
    })
  await write(deps, of, closing)
}

interface ForPerson extends Dealt {
  caller: Caller
  chat: number
}

async function obey(deps: ConversationDeps, of: ForPerson, command: Command): Promise<void> {
  const notice = {
    new: NOTICES.began,
    stop: NOTICES.nothingToStop, // what was being written is stopped as soon as this was received
    whoami: NOTICES.whoami({ email: of.caller.email!, agent: deps.agentName() }),
    help: NOTICES.help,
  }[command]
  if (command === 'new') await beginAnew(deps, of.place)
  const isTold = command === 'stop' && (await hasStopped(deps, of.message))
  await end(deps, of, { state: 'sent', notice: isTold ? undefined : notice, chat: null })
}

/** Have a message answered, and deal with whatever comes of it. */
async function write(deps: ConversationDeps, of: ForPerson, closing: AbortSignal): Promise<void> {
  const { message, channel, place } = of
  using writing = deps.writing.begin(message)
  if (!(await beginAnswer(deps, message, of.chat))) return // it was changed since it was read: its turn comes again
  const signal = AbortSignal.any([writing.signal, closing])
  const to = { conversation: place.conversation, replyTo: message.key }
  void channel.acknowledge?.(to, message.key, signal)
  const preview = startPreview(deps, of)
  const telling: Promise<void>[] = []
  const cancel = deps.clock.after(WORKING_AFTER_MS, () => {
    if (!preview.isVisible()) telling.push(tellWorking(deps, of, signal))
  })
  try {
    const answer = await answerMessage(deps, { ...of, onText: preview.show }, signal).finally(preview.end)
    if (answer.how === 'answered') preview.written(answer.text)
    await keep(deps, of, answer)
  } catch (error) {
    if (!signal.aborted) throw error
    await giveUp(deps, of, closing.aborted ? new GivenUp('closing') : signal.reason)
  } finally {
    cancel()
    await Promise.all(telling) // two must not send in one conversation at once
  }
}

async function keep(deps: ConversationDeps, of: ForPerson, answer: Answer): Promise<void> {
  const { message, chat } = of
  switch (answer.how) {
    case 'answered':
      return end(deps, of, { state: 'sending', answer: answer.text, chat })
    case 'refused':
      return end(deps, of, { state: 'refused', ...answer, chat })
    case 'failed':
      return end(deps, of, { state: 'failed', ...answer, chat })
    case 'again': {
      deps.events.answerFailed({ channel: message.channel, message: message.id, error: answer.error })
      if (message.attempts + 1 >= MOST_ATTEMPTS)
        return end(deps, of, {
          state: 'failed',
          reason: answer.reason,
          notice: `${NOTICES.failed} ${answer.reason}`,
          chat,
        })
      const due_at_ms = deps.clock.now() + 15_000 * 4 ** message.attempts
      return putBack(deps, message, { reason: answer.reason, due_at_ms })
    }
  }
}

async function giveUp(deps: ConversationDeps, of: ForPerson, reason: unknown): Promise<void> {
  const why = reason instanceof GivenUp ? reason.why : 'closing'
  const { attempts } = of.message
  if (why === 'stopped') return end(deps, of, { state: 'stopped', notice: NOTICES.stopped, chat: of.chat })
  if (why === 'deleted')
    return deps.store.transaction((tx) => withdrawPreview(tx, [of.message.id], deps.clock.now()))
  return putBack(deps, of.message, { attempts })
}

/** Sent right away: the conversation's turn to send comes only when the answer is written. */
async function tellWorking(deps: ConversationDeps, of: ForPerson, signal: AbortSignal): Promise<void> {
  try {
    await deps.store.transaction((tx) => enqueue(tx, noticeOf(of, NOTICES.working), deps.clock.now()))
    await sendWaiting(deps, of.channel, of.place, signal)
  } catch {
    // the store is away, which is told elsewhere; or it is sent before the answer
  }
}

interface End {
  state: MessageState
  /** `chat` of the conversation, for what belongs to it; null for what the agent is never told. */
  chat: number | null
  reason?: string
  answer?: string
  /** For the person. */
  notice?: string | undefined
}

/** A message has come to an end; what is to be sent for it is noted in the same step. */
async function end(
  deps: ConversationDeps,
  of: Dealt & Partial<ForPerson>,
  { notice, ...end }: End,
): Promise<void> {
  const { message } = of
  const now = deps.clock.now()
  await deps.store.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('messages')
      .set({
        state: end.state,
        reason: end.reason ?? null,
        chat: end.chat,
        answer: end.answer ?? null,
        email: message.email,
        ended_at_ms: end.state === 'sending' ? null : now,
      })
      .where('id', '=', message.id)
      .where('state', 'in', ['received', 'answering'])
      .executeTakeFirst()
    const isGone = numUpdatedRows === 0n // its sender has deleted it meanwhile
    if (!isGone && end.answer !== undefined)
      await enqueueEnd(tx, { ...noticeOf(of, end.answer), cause: 'answer' }, now)
    else if (!isGone && notice !== undefined) await enqueueEnd(tx, noticeOf(of, notice), now)
    else await withdrawPreview(tx, [message.id], now)
  })
  if (end.state !== 'sending')
    deps.events.ended({
      channel: message.channel,
      message: message.id,
      state: end.state,
      reason: end.reason ?? null,
      ms: now - message.receivedAt,
    })
}

const noticeOf = ({ message, channel, place }: Dealt, markdown: string) => ({
  hub: message.hub,
  ...place,
  replyTo: message.key,
  cause: 'notice' as const,
  messageId: message.id,
  runId: null,
  texts: channel.write(markdown),
})
