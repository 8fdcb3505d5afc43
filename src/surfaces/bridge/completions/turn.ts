import { acceptedLanguage } from '#ground/turn/language/language.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEPTH_HEADER, depthOf } from '#core/agent/turn/depth.ts'
import type { TurnMessage } from '#core/agent/model/model.ts'
import type { Agent } from '#core/agent/turn/turn.ts'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Semaphore } from '#ground/base/slots.ts'
import type { Tracer } from '#ground/base/trace/tracer.ts'
import type { CallerChat, CallerChats } from '#core/chats/chats.ts'
import { requestedChat } from '#core/chats/scope.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { FinishEvent } from '#ground/turn/schema.ts'
import type { Admission } from '../admission.ts'
import { headerText } from '../caller.ts'
import { DRAINS, sendError, STOPPING, TurnEnded, type BridgeError } from '../error.ts'
import type { BridgeEvents } from '../log-events.ts'
import { answerCompletion } from './answer.ts'
import { readAttachments, type InlineAttachment, type ReadAttachments } from './attachments.ts'
import { chatFilesFor } from './chat-files.ts'
import {
  readPromptText,
  requestIn,
  toConversation,
  type SavedAttachment,
  type SavedAttachments,
} from './conversation.ts'
import { turnFailure } from './failure.ts'
import type { Overhead } from './overhead.ts'
import { turnRecorder } from './record-turn.ts'
import { startRequestSpan, traceHeaders } from './request-span.ts'
import type { ChatCompletionRequest, ChatMessage } from './request.ts'
import { isOwnSetting, turnSettings } from './settings.ts'
import { requestedTimeZone } from './time-zone.ts'
import type { FactsOf } from './answer-facts.ts'
import type { PersonFailureOf } from './person-failure.ts'
import type { AnswerWriter } from './answer-writer.ts'
import type { AddWebChatFiles } from './web-chat-files.ts'

export interface CompletionTurnDeps {
  agent: Agent
  turns: Pick<Semaphore, 'tryEnter'>
  chats: CallerChats
  admission: Admission
  /** True if the instance is stopping and has not begun this answer. */
  isDraining(begun: { chatId: string; answerId: string }): Promise<boolean>
  stopping: AbortSignal
  clock: Clock
  hubSlug: string
  instanceName: string
  factsOf: FactsOf
  personFailureOf: PersonFailureOf
  publicUrl: string
  maxUploadBytes: number
  addWebChatFiles?: AddWebChatFiles
  /** Adds the messages of a turn that waited for a person's answer. */
  continueTurn?(
    waiting: { requestId: string; email: string | null; chatId: string },
    messages: readonly TurnMessage[],
  ): Promise<TurnMessage[]>
  identityHeaderPrefix: string
  events: BridgeEvents
  tracer: Tracer
}

export interface CompletionExchange {
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller
  body: ChatCompletionRequest
  prompt: ChatMessage
  overhead: Overhead
  protocol: Protocol
}

export interface Protocol {
  route: '/v1/chat/completions' | '/v1/responses'
  writerFor(id: string): AnswerWriter
  fieldOf(param: string): string
  /** Used if the request names no chat. */
  chatId: string | null
  /** Stores the finished answer before the client receives its end. @throws if it can't be stored. */
  storeAnswer?(answer: { chat: CallerChat; saved: SavedAttachments; finish: FinishEvent }): Promise<void>
}

export async function enterTurn(
  deps: CompletionTurnDeps,
  exchange: CompletionExchange,
  answer = answerTurn,
): Promise<FastifyReply> {
  const { request, reply, caller, body } = exchange
  if (await isRefused(deps, request, body)) return sendError(reply, DRAINS)
  using room = deps.turns.tryEnter()
  if (!room) {
    deps.events.turnRefused({ requestId: request.id, surface: caller.surface })
    return sendError(reply, TOO_MANY_TURNS)
  }
  return await answer(deps, exchange)
}

/** A draining instance still accepts requests of running turns, such as results of client tools. */
async function isRefused(
  { isDraining }: CompletionTurnDeps,
  { headers }: FastifyRequest,
  { messages }: ChatCompletionRequest,
): Promise<boolean> {
  if (messages.at(-1)?.role === 'tool' || depthOf(headerText(headers, DEPTH_HEADER)) > 0) return false
  const [chatId, answerId] = [headerText(headers, 'X-Svc-Chat-Id'), headerText(headers, 'X-Svc-Message-Id')]
  return isDraining({ chatId, answerId })
}

async function answerTurn(deps: CompletionTurnDeps, exchange: CompletionExchange): Promise<FastifyReply> {
  const { request, reply, caller, body, prompt, overhead, protocol } = exchange
  const chatHeader = headerText(request.headers, 'X-Svc-Chat-Id')
  const messages = (await deps.addWebChatFiles?.(body.messages, chatHeader, caller)) ?? body.messages
  const attachments = await readAttachments(messages, deps.maxUploadBytes)
  if (!attachments.ok) return sendError(reply, withClientFields(protocol, attachments.refusal))
  const timeZone = requestedTimeZone(body, headerText(request.headers, 'X-Svc-Time-Zone'))
  if (!timeZone.ok) return sendError(reply, timeZone.refusal)

  const chat = await deps.chats.open(await requestedChat(chatIdSources(exchange), caller), caller)
  const saved = await saveAttachments(chat, attachments.value)
  const span = startRequestSpan(deps.tracer, {
    request,
    reply,
    caller,
    chatId: chat.id,
    hub: deps.hubSlug,
    instanceName: deps.instanceName,
    route: protocol.route,
  })
  const conversation = toConversation(messages, saved)
  const followUps = Number(headerText(request.headers, 'X-Svc-Follow-Ups'))
  const requestId = headerText(request.headers, 'X-Svc-Continues')
  const waiting = { requestId, email: caller.email, chatId: chat.id }
  const turn = {
    chatId: chat.id,
    caller,
    timeZone: timeZone.value,
    language: acceptedLanguage(request.headers['accept-language']),
    depth: depthOf(headerText(request.headers, DEPTH_HEADER)),
    ...(span.traceparent && { traceparent: span.traceparent }),
    files: chatFilesFor(chat, caller.surface, deps.publicUrl),
    messages: (requestId && (await deps.continueTurn?.(waiting, conversation))) || conversation,
    ...(followUps > 0 && { request: requestIn(conversation, followUps) }),
    ...turnSettings(body),
    wantsTitle: headerText(request.headers, 'X-Svc-Wants') === 'title',
    takesQuestions: body.stream === true && headerText(request.headers, 'X-Svc-Takes') === 'questions',
    continuesLater: headerText(request.headers, 'X-Svc-Waits') === 'yes',
    waited: overhead.waited,
  }
  const leaving = whenClientLeaves(reply)
  const id = newId()
  using watches = new DisposableStack()
  const watched = { id: request.id, answer: turn.depth > 0 ? null : answerFor(request, id, chat) }
  watches.use(deps.admission.watch(watched, caller, (why) => leaving.abort(why)))
  watches.use(onAbort(deps.stopping, () => leaving.abort(new TurnEnded(STOPPING))))
  const record = turnRecorder(deps, {
    id,
    requestId: request.id,
    chat,
    caller,
    prompt: readPromptText(prompt.content, saved),
  })
  return await answerCompletion({
    reply,
    writer: protocol.writerFor(id),
    stream: body.stream === true,
    headers: {
      'x-request-id': request.id,
      'x-svc-chat-id': encodeURIComponent(chat.id),
      ...traceHeaders(span),
    },
    events: deps.agent.runTurn(turn, leaving.signal),
    signal: leaving.signal,
    clock: deps.clock,
    overhead,
    factsOf: (finish) => deps.factsOf(caller, finish),
    async failureOf(thrown) {
      const { language } = turn
      const answer = turnFailure(thrown, request.id, language, (setting) => isOwnSetting(body, setting))
      return withClientFields(protocol, await deps.personFailureOf(caller, { thrown, answer, language }))
    },
    async ended(transcript, ending) {
      if (ending.how === 'finished') await protocol.storeAnswer?.({ chat, saved, finish: transcript.finish! })
      await record(transcript, ending)
    },
  })
}

const withClientFields = (protocol: Protocol, error: BridgeError): BridgeError =>
  error.param === null ? error : { ...error, param: protocol.fieldOf(error.param) }

function answerFor({ headers }: FastifyRequest, id: string, chat: Pick<CallerChat, 'id'>) {
  const answerId = headerText(headers, 'X-Svc-Message-Id')
  return answerId
    ? { kind: 'answer' as const, id: answerId, chat: chat.id }
    : { kind: 'api_answer' as const, id, chat: chat.id }
}

const TOO_MANY_TURNS: BridgeError = {
  status: 429,
  type: 'rate_limit_error',
  code: 'too_many_turns',
  message: 'This agent is answering as many requests as it can right now. Please try again in a moment.',
  param: null,
  retryAfterSeconds: 5,
}

const chatIdSources = ({ request, body, protocol }: CompletionExchange) => {
  const metadata = (typeof body.metadata === 'object' ? body.metadata : null) as Record<
    string,
    unknown
  > | null
  return {
    chatId: body.chat_id,
    metadataChatId: metadata?.['chat_id'],
    metadataConversationId: metadata?.['conversation_id'],
    header: headerText(request.headers, 'X-Svc-Chat-Id') || protocol.chatId,
    user: body.user,
    firstUserMessage: body.messages.find((message) => message.role === 'user')?.content ?? '',
  }
}

async function saveAttachments(
  chat: CallerChat,
  { attachments, pieces }: ReadAttachments,
): Promise<SavedAttachments> {
  const saved = new Map<InlineAttachment['source'], SavedAttachment>()
  for (const { source, filename, mediaType, content } of attachments) {
    const file = await chat.files.save(filename, content, mediaType)
    saved.set(source, { filename: file.filename, mediaType, content })
  }
  return { files: saved, pieces }
}

export const whenClientLeaves = (reply: FastifyReply): AbortController => {
  const left = new AbortController()
  const onClose = () => {
    if (!reply.raw.writableFinished) left.abort(new Error('the client disconnected'))
  }
  // A client that has already disconnected emits no second `close`.
  if (reply.raw.closed) onClose()
  else reply.raw.once('close', onClose)
  return left
}

export function onAbort(signal: AbortSignal, then: () => void): Disposable {
  if (signal.aborted) then()
  else signal.addEventListener('abort', then, { once: true })
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', then) }
}
