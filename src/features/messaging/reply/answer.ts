import type { Receipts } from '#core/access/receipts.ts'
import type { Agent, ChatFiles, AgentTurn } from '#core/agent/turn/turn.ts'
import { failureWords } from '#core/agent/turn/failure-kind.ts'
import { isForLater, TurnRefused } from '#core/agent/turn/turn-refused.ts'
import { ModelFailure } from '#core/agent/model/model.ts'
import { retryAfterOf } from '#core/agent/model/retry.ts'
import type { CallerChat } from '#core/chats/chats.ts'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Semaphore } from '#ground/base/slots.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import { languageOf, type Language, type Localized } from '#ground/turn/language/language.ts'
import type { FinishEvent, ToolEvent } from '#ground/turn/schema.ts'
import type { Channel } from '../channel.ts'
import { chatNameOf } from './chat-name.ts'
import { cutShortNotice, withNotice } from './cut-short.ts'
import type { MessageGate, MessageRefusal } from '../roster/gate.ts'
import { partsOf } from './media.ts'
import type { ChannelMessage } from '../message.ts'
import { noticesIn, type Notice } from '../notices/notices.ts'
import { conversationFor, includesOtherAuthors, readBefore, formatMessageText } from './prompt.ts'
import { resultsBefore } from '../results/sent-results.ts'

export interface MessageAnswerDeps {
  store: Store
  agent: Pick<Agent, 'runTurn'>
  turns: Pick<Semaphore, 'run'>
  gate: MessageGate
  receipts: Pick<Receipts, 'stopped'>
  clock: Clock
  maxUploadBytes: number
  openChat(id: string, caller: Caller): Promise<{ chat: CallerChat; files: ChatFiles }>
}

export type MessageAnswer =
  /**
   * `shown` is `text`, followed by notices if the answer is incomplete. `calls`: change requests that the turn proposed.
   */
  | { how: 'answered'; text: string; shown: string; calls: readonly string[] }
  | { how: 'refused'; reason: string; notice: Notice }
  /** `error`: for the operator's log; null if the Hub refused the turn, for example because of a budget. */
  | { how: 'failed'; reason: string; notice: Notice; error: unknown }
  | { how: 'again'; reason: string; words: Localized; error: unknown; afterMs: number }

export class AnswerAborted extends Error {
  /** `changed`: the sender edited the message. `closing`: the process ends. */
  readonly why: 'stopped' | 'changed' | 'deleted' | 'closing'
  constructor(why: AnswerAborted['why']) {
    super(why)
    this.name = 'AnswerAborted'
    this.why = why
  }
}

/** @throws the reason of `signal`, and errors that prevent all answers, such as an unavailable database. */
export async function answerMessage(
  deps: MessageAnswerDeps,
  {
    message,
    caller,
    chat: number,
    channel,
    onText,
  }: {
    message: ChannelMessage
    caller: Caller
    chat: number
    channel: Channel
    onText(text: string): void
  },
  signal: AbortSignal,
): Promise<MessageAnswer> {
  const { chat, files } = await deps.openChat(chatNameOf(message, number), caller)
  const before = await readBefore(deps, message, number)
  const results = await resultsBefore(deps, message, number)
  const parts = await partsOf(message, { channel, files: chat.files, maxBytes: deps.maxUploadBytes }, signal)
  const language = languageOf(message.text)
  const withdrawn = new AbortController()
  let refusal: MessageRefusal | null = null
  const turn = {
    chatId: chat.id,
    caller,
    files,
    language,
    messages: conversationFor(message, { before, results }, parts),
    // A run's result may contain text by other authors.
    hasForeignText: results.length > 0 || (await includesOtherAuthors(deps, message, number)),
  }
  const startedAt = deps.clock.now()
  const output = await withAccessWatch(deps.gate, caller, {
    onWithdrawn(why) {
      refusal = why
      if (why.lostBy && caller.email !== null)
        deps.receipts.stopped({
          kind: 'channel_answer',
          id: message.id,
          chat: chat.id,
          key: null,
          subject: caller.email,
          request: message.id,
          startedAt,
          why: why.lostBy,
        })
      withdrawn.abort()
    },
    work: () => runTurn(deps, { turn, onText }, AbortSignal.any([signal, withdrawn.signal])),
  })
  const record = async (outcome: string) => recordTurn({ chat, caller, message, output, outcome })
  if (signal.aborted) await record('aborted')
  signal.throwIfAborted()
  if (refusal) {
    await record('aborted')
    return { how: 'refused', ...(refusal as MessageRefusal) }
  }
  if (output.failure !== null) {
    await record('failed')
    return failed(output.failure, deps.clock.now())
  }
  await record(output.finish?.reason ?? 'failed')
  const question = message.text
  const cut = output.finish && cutShortNotice(output.finish.reason, { answer: output.text, question })
  const text = output.text.trim() === '' ? (cut ?? noticesIn(language).noWords) : output.text
  const notices = [...(cut && output.text.trim() !== '' ? [cut] : []), ...declinedIn(output.tools, language)]
  const calls = [...new Set(output.tools.flatMap(({ change }) => change?.id ?? []))]
  return { how: 'answered', text, shown: notices.reduce(withNotice, text), calls }
}

const declinedIn = (tools: readonly ToolEvent[], language: Language): string[] => [
  ...new Set(
    tools.flatMap(({ asked }) =>
      asked?.reason ? [noticesIn(language).declined[asked.reason](asked.server)] : [],
    ),
  ),
]

async function withAccessWatch<T>(
  gate: MessageGate,
  caller: Caller,
  { onWithdrawn, work }: { onWithdrawn(why: MessageRefusal): void; work(): Promise<T> },
): Promise<T> {
  using watches = new DisposableStack()
  watches.use(gate.watch(caller, onWithdrawn))
  return await work()
}

interface TurnOutput {
  id: string
  startedAt: number
  text: string
  tools: readonly ToolEvent[]
  finish: FinishEvent | null
  failure: unknown
}

async function runTurn(
  { agent, turns, clock }: MessageAnswerDeps,
  { turn, onText }: { turn: AgentTurn; onText(text: string): void },
  signal: AbortSignal,
): Promise<TurnOutput> {
  const startedAt = clock.now()
  let text = ''
  const tools = new Map<string, ToolEvent>()
  let finish: FinishEvent | null = null
  let failure: unknown = null
  try {
    await turns.run(async () => {
      for await (const event of agent.runTurn(turn, signal)) {
        if (event.type === 'text') onText((text += event.text))
        else if (event.type === 'tool') tools.set(event.id, event)
        else if (event.type === 'finish') finish = event
      }
    }, signal)
    if (finish === null) failure = new Error('the turn ended without a finish event')
  } catch (error) {
    failure = error
  }
  return { id: newId(), startedAt, text, tools: [...tools.values()], finish, failure }
}

const recordTurn = ({ chat, caller, message, output, outcome }: Recorded): Promise<void> =>
  chat.recordTurn({
    id: output.id,
    at: new Date(output.startedAt).toISOString(),
    email: caller.email,
    surface: caller.surface,
    prompt: formatMessageText(message),
    answer: output.text,
    tools: output.tools.map(({ name, state, ms, error }) => ({ name, state, ms, error })),
    model: output.finish?.model ?? null,
    usage: output.finish?.usage ?? null,
    outcome,
  })

interface Recorded {
  chat: CallerChat
  caller: Caller
  message: ChannelMessage
  output: TurnOutput
  outcome: string
}

const TEMPORARY_CODES: ReadonlySet<ModelFailure['code']> = new Set(['rate_limited', 'unavailable', 'timeout'])

const OPERATOR_CODES: ReadonlySet<ModelFailure['code']> = new Set([
  'unauthorized',
  'bad_request',
  'bad_answer',
])

const MAX_RETRY_AFTER_MS = 60 * 60_000

function failed(error: unknown, now: number): MessageAnswer {
  const words = failureWords(error)
  const reason = words('en')
  if (error instanceof ModelFailure && TEMPORARY_CODES.has(error.code)) {
    const afterMs = Math.min(retryAfterOf(error, now) ?? 0, MAX_RETRY_AFTER_MS)
    return { how: 'again', reason, words, error, afterMs }
  }
  if (error instanceof TurnRefused && error.code === 'agent_busy')
    return { how: 'again', reason, words, error, afterMs: 0 }
  if (error instanceof TurnRefused) {
    const notice: Notice = (notices, language) =>
      isForLater(error) ? words(language) : `${notices.failed} ${words(language)}`
    return { how: 'failed', reason, notice, error: null }
  }
  const isOperatorError = error instanceof ModelFailure && OPERATOR_CODES.has(error.code)
  const notice: Notice = ({ failed: begin, inLog }, language) =>
    `${begin} ${words(language)}${isOperatorError ? ` ${inLog}` : ''}`
  return { how: 'failed', reason, notice, error }
}
