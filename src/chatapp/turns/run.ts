import type { Clock } from '#ground/base/clock.ts'
import { dataUrlOf } from '#ground/base/data-url.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { throughOutage } from '#ground/store/retry-in-outage.ts'
import type { ActiveSpan, Tracer } from '#ground/base/trace/tracer.ts'
import type { Store } from '#ground/store/store.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { AnswerPiece } from '#ground/turn/schema.ts'
import type { AnswerOutcome, QuestionAnswer } from '#ground/turn/question/schema.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { StoredMessage } from '#chatapp/chats/message.ts'
import type { MessageError, MessageState } from '#chatapp/chats/schema.ts'
import { saveAnswer, type TurnOfChat } from '#chatapp/chats/messages.ts'
import type { UpstreamClient } from '#chatapp/models/connections/client.ts'
import type { ServedModels } from '#chatapp/models/connections/learning-client.ts'
import { identityHeaders } from '#chatapp/models/connections/identity-headers.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { ChatappFiles } from '#chatapp/files/files.ts'
import type { CatalogModel } from '#chatapp/models/model.ts'
import { askWithFiles, type FilesAs } from './ask-with-files.ts'
import { isAboutQuestion } from './decision-text.ts'
import { faultOf } from './internal-errors.ts'
import { createLiveAnswer, type AnswerListener } from './live-answer.ts'
import { startAnswerSpan } from './answer-span.ts'
import { buildPrompt, holdsFiles, type LoadFile } from './prompt.ts'
import { createSaver } from './saver.ts'
import { saveTitle } from './titling.ts'
import type { UnsavedAnswerQueue } from './unsaved-answers.ts'

const SAVE_EVERY_MS = 1000

export interface RunParts {
  store: Store
  clock: Clock
  client: Pick<UpstreamClient, 'complete' | 'answerQuestion'>
  servedModels: Pick<ServedModels, 'refusesFiles' | 'learnFiles'>
  files: Pick<ChatappFiles, 'open'>
  unsaved: Pick<UnsavedAnswerQueue, 'save'>
  instructions: {
    readFor(accountId: string): Promise<string | null>
  }
  identityPrefix: string
  /** Called for each change request that the agent proposes. */
  onProposed?: ((id: string) => void) | undefined
  fileBudget: number
  tracer: Tracer
  events: Pick<
    ChatappEvents,
    'turnStarted' | 'turnFinished' | 'turnRequestFailed' | 'turnNotSaved' | 'titleNotSaved'
  >
}

export interface RunSubject extends TurnOfChat {
  taskId: string
  account: Account
  model: CatalogModel
  answer: StoredMessage
  /** Messages before the answer, oldest first. */
  branch: readonly StoredMessage[]
  /** First prompt of the chat; null if the agent should not name the chat. */
  untitled: string | null
  /** Time zone of the account, else of the browser; null if unknown. */
  timeZone: string | null
  language: string | null
  traceparent: string | null
}

export interface StartedTurnRun {
  taskId: string
  answerId: string
  ownerId: string
  listen(listener: AnswerListener): () => void
  message(): StoredMessage
  end(state: Exclude<MessageState, 'running'>, error?: MessageError): void
  /** @throws Error if the bridge is unreachable or refuses */
  answerQuestion(id: string, answer: QuestionAnswer): Promise<AnswerOutcome>
  /** Resolves when the final answer is in the database or in a file. */
  readonly ended: Promise<void>
}

export type RunningTurn = Pick<StartedTurnRun, 'answerId' | 'taskId' | 'listen'>

export function startRun(parts: RunParts, subject: RunSubject): StartedTurnRun {
  const { clock, events } = parts
  const { chatId, account, answer, model } = subject
  const names = { chat: chatId, message: answer.id }
  const startedAt = clock.now()
  const stop = new AbortController()
  const span = startAnswerSpan(parts.tracer, { model, chatId, parent: subject.traceparent })

  const live = createLiveAnswer(answer, () => saver.touch())
  const saver = createSaver({
    save: () => parts.store.transaction((tx) => saveAnswer(tx, subject, live.message())),
    everyMs: SAVE_EVERY_MS,
    clock,
    onError: (error) => {
      const isAway = isStoreUnavailable(error)
      if (!isAway) events.turnNotSaved({ ...names, error })
      return isAway
    },
  })
  const end: StartedTurnRun['end'] = (state, error) => {
    live.addFacts({ ms: clock.now() - startedAt })
    live.end(state, error)
    stop.abort()
  }

  const nameChat = async (words: string): Promise<void> => {
    if (subject.untitled === null) return
    const chat = { id: chatId, ownerId: account.id, prompt: subject.untitled }
    const save = () => saveTitle(parts.store, chat, words)
    await throughOutage(save, { clock }).catch((error) => events.titleNotSaved({ chat: chatId, error }))
  }
  let titling: Promise<void> | null = null

  const run = async (): Promise<void> => {
    events.turnStarted({ ...names, model: model.id })
    try {
      const until = { clock, signal: stop.signal }
      const questionWith = (files: FilesAs) =>
        throughOutage(() => questionOf(parts, subject, span, files), until)
      const titled = (words: string) => void (titling = nameChat(words))
      const add = (piece: AnswerPiece) => {
        if (piece.type === 'tool' && piece.change) parts.onProposed?.(piece.change.id)
        live.add(piece)
      }
      const outcome = await askWithFiles(parts, questionWith, { ...live, add, titled }, stop.signal)
      live.addFacts({ ms: clock.now() - startedAt })
      live.end(outcome.state, 'error' in outcome ? outcome.error : undefined)
    } catch (error) {
      live.end('failed', faultOf(error))
      if (!isStoreUnavailable(error)) events.turnRequestFailed({ ...names, error: error as Error })
    }
    saver.stop()
    const { taskId: turnId, epoch } = subject
    const ended = await parts.unsaved.save({ turnId, chatId, epoch, message: live.message() })
    await titling // must precede the end event, whose listeners read the new title
    live.close(ended)
    const { state, extra } = ended
    span.set({ 'svc.outcome': state })
    if (state !== 'done' && state !== 'stopped') span.fail(extra.error?.code ?? state)
    span.end()
    events.turnFinished({ ...names, state, code: extra.error?.code ?? null, ms: clock.now() - startedAt })
  }

  return {
    taskId: subject.taskId,
    answerId: answer.id,
    ownerId: account.id,
    listen: live.listen,
    message: live.message,
    end,
    async answerQuestion(id, body) {
      if (model.connection.hub === null) return { status: 'over' }
      const headers = identityHeaders({ account, prefix: parts.identityPrefix, chatId, messageId: answer.id })
      return parts.client.answerQuestion(model.connection, id, { body, headers })
    },
    ended: run(),
  }
}

async function questionOf(
  parts: RunParts,
  { chatId, account, model, answer, branch, untitled, timeZone, language }: RunSubject,
  { traceparent }: ActiveSpan,
  files: FilesAs,
) {
  const load: LoadFile = async (id) => {
    const opened = await parts.files.open(account.id, id)
    if (!opened) return null
    const { file, content } = opened
    return { ...file, url: await dataUrlOf(file.contentType, content.read(), processTurns) }
  }
  const system = model.row?.params.system
  const continued = continuedQuestion(branch.at(-1))
  const followUps = followUpsIn(branch)
  const messages = await buildPrompt(branch, load, {
    system: typeof system === 'string' ? system : null,
    instructions: await parts.instructions.readFor(account.id),
    fileBudget: parts.fileBudget,
    isHub: model.connection.hub !== null,
    namesOnly: files === 'names',
  })
  return {
    connection: model.connection,
    headers: {
      ...identityHeaders({ account, prefix: parts.identityPrefix, chatId, messageId: answer.id }),
      ...(traceparent && { traceparent }),
      ...(untitled !== null && { 'X-Svc-Wants': 'title' }),
      ...(model.connection.hub !== null && { 'X-Svc-Takes': 'questions', 'X-Svc-Waits': 'yes' }),
      ...(continued !== null && model.connection.hub !== null && { 'X-Svc-Continues': continued }),
      ...(followUps > 0 && model.connection.hub !== null && { 'X-Svc-Follow-Ups': String(followUps) }),
      ...(timeZone !== null && { 'X-Svc-Time-Zone': timeZone }),
      ...(model.connection.hub !== null && language !== null && { 'Accept-Language': language }),
    },
    // A Hub itself decides which files its model receives.
    mayRefuseFiles: model.connection.hub === null && holdsFiles(messages),
    hasNewFiles: (branch.at(-1)?.extra.files ?? []).length > 0,
    body: {
      model: model.upstreamId,
      stream: true,
      stream_options: { include_usage: true },
      chat_id: chatId,
      messages,
    },
  }
}

/** Id of the question that the newest prompt replies to. The Hub then continues the turn that asked it. */
function continuedQuestion(prompt: StoredMessage | undefined): string | null {
  const { decision, repliesTo } = prompt?.extra ?? {}
  if (decision) return isAboutQuestion(decision.outcome) ? decision.id : null
  return repliesTo?.id ?? null
}

/** Number of the newest prompts that answer the agent, such as a decision about its call, and make no new request. */
function followUpsIn(branch: readonly StoredMessage[]): number {
  const prompts = branch.filter(({ role }) => role === 'user')
  const request = prompts.findLastIndex(({ extra }) => !extra.decision && !extra.repliesTo?.isAnswer)
  return prompts.length - 1 - request
}
