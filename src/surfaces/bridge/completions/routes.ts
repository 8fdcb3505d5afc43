import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEPTH_HEADER, depthOf } from '#core/agent/turn/depth.ts'
import type { Agent } from '#core/agent/turn/turn.ts'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Slots } from '#ground/base/slots.ts'
import type { Tracer } from '#ground/base/trace/tracer.ts'
import type { Chat, Chats } from '#core/chats/chats.ts'
import { requestedChat } from '#core/chats/scope.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { TurnEvent } from '#ground/turn/schema.ts'
import type { Admission } from '../admission.ts'
import { headerText, readCaller } from '../caller.ts'
import { DRAINS, invalidRequest, sendError, STOPPING, TurnEnded, type ApiError } from '../error.ts'
import type { BridgeEvents } from '../log-events.ts'
import type { Track } from '../in-flight.ts'
import { answer } from './answer.ts'
import { readAttachments, type Attachment } from './attachments.ts'
import { chatFilesFor } from './chat-files.ts'
import {
  isEmptyPrompt,
  promptOf,
  textOf,
  toConversation,
  type SavedAttachment,
  type SavedAttachments,
} from './conversation.ts'
import { turnFailure } from './failure.ts'
import { readCompletionRequest, type ChatCompletionRequest, type ChatMessage } from './request.ts'
import { startOverhead, type Overhead } from './overhead.ts'
import { turnRecorder } from './record-turn.ts'
import { isOwnSetting, turnSettings } from './settings.ts'
import { requestedTimeZone } from './time-zone.ts'
import { startRequestSpan, traceHeaders } from './request-span.ts'
import { answerTask, taskOf } from './tasks.ts'

export interface CompletionsDeps {
  agent: Agent
  /** Room for the turns of the Hub. */
  turns: Pick<Slots, 'tryEnter'>
  chats: Chats
  admission: Admission
  /**
   * Whether the machine takes nothing new.
   *
   * @param begun The answer of a chat that a request is for: one that the machine has begun is let end.
   */
  isDraining(begun: { chatId: string; answerId: string }): Promise<boolean>
  /** Aborts when answers that still run have to end. */
  stopping: AbortSignal
  clock: Clock
  hubSlug: string
  /** Where it runs, for people. */
  machineName: string
  publicUrl: string
  maxUploadBytes: number
  /** Header family of the web chat, such as `X-ChatApp`. */
  identityHeaderPrefix: string
  events: BridgeEvents
  tracer: Tracer
}

/** A body holds several attachments of the largest size, a third larger in base64, and the text around them. */
export const completionBodyLimit = (maxUploadBytes: number): number =>
  Math.ceil((maxUploadBytes * 4) / 3) * 4 + 4 * 1024 * 1024

export function completionRoutes(app: FastifyInstance, deps: CompletionsDeps, track: Track): void {
  const bodyLimit = completionBodyLimit(deps.maxUploadBytes)
  app.post('/v1/chat/completions', { bodyLimit }, (request, reply) => track(complete(deps, request, reply)))
}

async function complete(deps: CompletionsDeps, request: FastifyRequest, reply: FastifyReply) {
  const overhead = startOverhead()
  const caller = readCaller(request.headers, deps.identityHeaderPrefix)
  if (!caller.ok) return sendError(reply, caller.refusal)
  const body = await readCompletionRequest(request.body as Buffer | undefined)
  if (!body.ok) return sendError(reply, body.refusal)
  const task = taskOf(body.value, headerText(request.headers, 'X-Svc-Task'))
  const prompt = promptOf(body.value.messages)
  if (!task && (!prompt || isEmptyPrompt(prompt))) return sendError(reply, EMPTY_PROMPT)
  const refusal = await deps.admission.refusalOf(request, caller.value)
  if (refusal) return sendError(reply, refusal)
  if (task) {
    deps.events.taskAnswered({ requestId: request.id, task })
    return answerAtOnce(deps, reply, body.value, answerTask(task, body.value))
  }
  if (await isTurnedAway(deps, request, body.value)) return sendError(reply, DRAINS)
  using room = deps.turns.tryEnter()
  if (!room) {
    deps.events.turnRefused({ requestId: request.id, surface: caller.value.surface })
    return sendError(reply, TOO_MANY_TURNS)
  }
  return await answerTurn(deps, {
    request,
    reply,
    caller: caller.value,
    body: body.value,
    prompt: prompt!,
    overhead,
  })
}

/** What belongs to a turn that runs is no new one: results of its tools, and what its tools ask. */
async function isTurnedAway(
  { isDraining }: CompletionsDeps,
  { headers }: FastifyRequest,
  { messages }: ChatCompletionRequest,
): Promise<boolean> {
  if (messages.at(-1)?.role === 'tool' || depthOf(headerText(headers, DEPTH_HEADER)) > 0) return false
  const [chatId, answerId] = [headerText(headers, 'X-Svc-Chat-Id'), headerText(headers, 'X-Svc-Message-Id')]
  return isDraining({ chatId, answerId })
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller
  body: ChatCompletionRequest
  prompt: ChatMessage
  overhead: Overhead
}

async function answerTurn(deps: CompletionsDeps, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, caller, body, prompt, overhead } = exchange
  const attachments = await readAttachments(body.messages, deps.maxUploadBytes)
  if (!attachments.ok) return sendError(reply, attachments.refusal)
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
    machine: deps.machineName,
  })
  const turn = {
    chatId: chat.id,
    caller,
    timeZone: timeZone.value,
    depth: depthOf(headerText(request.headers, DEPTH_HEADER)),
    ...(span.traceparent && { traceparent: span.traceparent }),
    files: chatFilesFor(chat, caller.surface, deps.publicUrl),
    messages: toConversation(body.messages, saved),
    ...turnSettings(body),
    wantsTitle: headerText(request.headers, 'X-Svc-Wants') === 'title',
    // Only a stream shows a question while its tool waits.
    takesQuestions: body.stream === true && headerText(request.headers, 'X-Svc-Takes') === 'questions',
    waited: overhead.waited,
  }
  const over = whenClientLeaves(reply)
  const id = newId()
  const facts = completionFacts(deps, id)
  using watches = new DisposableStack()
  const watched = { id: request.id, answer: turn.depth > 0 ? null : answerFor(request, id, chat) }
  watches.use(deps.admission.watch(watched, caller, (why) => over.abort(why)))
  watches.use(onAbort(deps.stopping, () => over.abort(new TurnEnded(STOPPING))))
  return await answer({
    reply,
    facts,
    stream: body.stream === true,
    headers: {
      'x-request-id': request.id,
      'x-svc-chat-id': encodeURIComponent(chat.id),
      ...traceHeaders(span),
    },
    events: deps.agent.runTurn(turn, over.signal),
    over: over.signal,
    clock: deps.clock,
    overhead,
    failureOf: (error) => turnFailure(error, request.id, (setting) => isOwnSetting(body, setting)),
    ended: turnRecorder(deps, {
      id,
      requestId: request.id,
      chat,
      caller,
      prompt: textOf(prompt.content, saved),
    }),
  })
}

/** What a receipt calls it: by the web chat's name for it where it is asked from there. */
function answerFor({ headers }: FastifyRequest, id: string, chat: Pick<Chat, 'id'>) {
  const answerId = headerText(headers, 'X-Svc-Message-Id')
  return answerId
    ? { kind: 'answer' as const, id: answerId, chat: chat.id }
    : { kind: 'api_answer' as const, id, chat: chat.id }
}

const EMPTY_PROMPT: ApiError = invalidRequest('The prompt is empty: the last user message says nothing.', {
  param: 'messages',
  code: 'empty_prompt',
})

const TOO_MANY_TURNS: ApiError = {
  status: 429,
  type: 'rate_limit_error',
  code: 'too_many_turns',
  message: 'This agent is answering as many requests as it can right now. Please try again in a moment.',
  param: null,
  retryAfterSeconds: 5,
}

const chatIdSources = ({ request, body }: Exchange) => {
  const metadata = (typeof body.metadata === 'object' ? body.metadata : null) as Record<
    string,
    unknown
  > | null
  return {
    chatId: body.chat_id,
    metadataChatId: metadata?.['chat_id'],
    metadataConversationId: metadata?.['conversation_id'],
    header: headerText(request.headers, 'X-Svc-Chat-Id'),
    user: body.user,
    firstUserMessage: body.messages.find((message) => message.role === 'user')?.content ?? '',
  }
}

async function saveAttachments(chat: Chat, attachments: readonly Attachment[]): Promise<SavedAttachments> {
  const saved = new Map<Attachment['source'], SavedAttachment>()
  for (const { source, filename, mediaType, content } of attachments) {
    const file = await chat.files.save(filename, content, mediaType)
    saved.set(source, { filename: file.filename, mediaType, content })
  }
  return saved
}

/** Aborts when the client goes away before its answer is complete. */
const whenClientLeaves = (reply: FastifyReply): AbortController => {
  const left = new AbortController()
  const onClose = () => {
    if (!reply.raw.writableFinished) left.abort(new Error('the client went away'))
  }
  // A client that left while we prepared has closed already, and that is not told twice.
  if (reply.raw.closed) onClose()
  else reply.raw.once('close', onClose)
  return left
}

/** Calls back once the signal is aborted, be it by now, unless it is disposed before. */
function onAbort(signal: AbortSignal, then: () => void): Disposable {
  if (signal.aborted) then()
  else signal.addEventListener('abort', then, { once: true })
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', then) }
}

const completionFacts = ({ clock, hubSlug }: CompletionsDeps, id: string) => ({
  id: `chatcmpl-${id.replaceAll('-', '')}`,
  created: epochSeconds(clock),
  model: hubSlug,
})

/** Answer with a text that is known already, in the form the client asked for. */
const answerAtOnce = (
  deps: CompletionsDeps,
  reply: FastifyReply,
  body: ChatCompletionRequest,
  text: string,
): Promise<FastifyReply> =>
  answer({
    reply,
    facts: completionFacts(deps, newId()),
    stream: body.stream === true,
    headers: { 'x-request-id': reply.request.id },
    events: knownAnswer(text, deps.hubSlug),
    over: whenClientLeaves(reply).signal,
    clock: deps.clock,
    overhead: startOverhead(),
    failureOf: (error) => turnFailure(error, reply.request.id),
    ended: async () => {},
  })

async function* knownAnswer(text: string, model: string): AsyncGenerator<TurnEvent> {
  yield { type: 'text', text }
  yield { type: 'finish', reason: 'stop', usage: { input: 0, output: 0, cached: 0, reasoning: 0 }, model }
}
