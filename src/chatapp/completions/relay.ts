import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { isEventStream, sendEventStream } from '#ground/base/event-stream/send.ts'
import { openAiErrorBody } from '#ground/base/openai-error.ts'
import { readAtMost } from '#ground/base/read-at-most.ts'
import type { Tracer } from '#ground/base/trace/tracer.ts'
import type { Instance } from '#ground/instances/instance.ts'
import { isDraining } from '#ground/instances/instances.ts'
import type { Store } from '#ground/store/store.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import type { CompletionCall, UpstreamAnswer, UpstreamClient } from '#chatapp/models/connections/client.ts'
import { identityHeaders } from '#chatapp/models/connections/identity-headers.ts'
import { mayHaveArrived } from '#chatapp/models/connections/may-have-arrived.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import { relayedStatus } from '#chatapp/http/statuses.ts'
import type { CatalogModel } from '#chatapp/models/model.ts'
import type { ModelCatalog } from '#chatapp/models/models.ts'
import { startAnswerSpan } from '#chatapp/turns/answer-span.ts'
import { withLastEvents } from './last-events.ts'
import { upstreamError } from './upstream-error.ts'

export interface RelayParts {
  models: Pick<ModelCatalog, 'choose'>
  chats: Pick<StoredChats, 'find'>
  client: Pick<UpstreamClient, 'complete'>
  identityPrefix: string
  tracer: Tracer
  store: Pick<Store, 'db'>
  instance: Pick<Instance, 'id'>
  stopping: AbortSignal
}

export interface RelayContext {
  reply: FastifyReply
  traceparent: string | null
  timeZone: string | null
  language: string | null
}

export interface RelayedCompletion {
  path: NonNullable<CompletionCall['path']>
  model: string
  chatId: string | null
  bodyFor(model: CatalogModel): Record<string, unknown>
}

export async function relay(
  { models, chats, client, identityPrefix, tracer, store, instance, stopping }: RelayParts,
  account: Account,
  { path, model: modelId, chatId, bodyFor }: RelayedCompletion,
  { reply, traceparent: parent, timeZone, language }: RelayContext,
) {
  if (await isDraining(store, instance.id)) throw new ChatappRefused('draining')
  const model = unwrapChatapp(await models.choose(account, modelId))
  if (chatId !== null && !isAgentsChatId(chatId) && !(await chats.find(account.id, chatId)))
    throw new ChatappRefused('completion_chat_missing')
  const disconnected = new AbortController()
  const signal = AbortSignal.any([disconnected.signal, stopping])
  const span = startAnswerSpan(tracer, { model, chatId, parent })
  disconnected.signal.addEventListener('abort', () => {
    span.set({ 'svc.outcome': reply.raw.writableFinished ? 'done' : 'stopped' })
    span.end()
  })
  if (reply.raw.closed) disconnected.abort() // the connection closed before the listener was added, so `close` will not be emitted
  else reply.raw.once('close', () => disconnected.abort())
  if (chatId !== null) reply.header('x-svc-chat-id', encodeURIComponent(chatId))
  const answer = await client
    .complete(model.connection, {
      path,
      body: bodyFor(model),
      headers: {
        ...identityHeaders({ account, prefix: identityPrefix, chatId }),
        'x-request-id': reply.request.id,
        ...(timeZone !== null && { 'X-Svc-Time-Zone': timeZone }),
        ...(model.connection.hub !== null && language !== null && { 'Accept-Language': language }),
        ...(span.traceparent && { traceparent: span.traceparent }),
      },
      signal,
    })
    .catch((error: unknown) => {
      span.fail('agent_unreachable')
      throw mayHaveArrived(error) ? brokenOff(stopping) : new ChatappRefused('agent_unreachable')
    })
  reply.headers(answer.headers)
  if (answer.status >= 400) span.fail(String(answer.status))
  return passOn(answer, reply, { stopping, path })
}

export async function passOn(
  { status, contentType, body }: UpstreamAnswer,
  reply: FastifyReply,
  { stopping, path }: { stopping: AbortSignal; path: RelayedCompletion['path'] },
) {
  if (status >= 400) return sendRefusal(reply, status, await readWhole(body, stopping))
  reply.header('content-type', contentType || 'application/json')
  if (!isEventStream(contentType)) return reply.send(await readWhole(body, stopping))
  reply.headers({
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  return sendEventStream(
    reply.code(status),
    Readable.from(
      withLastEvents(body, path, () => brokenOff(stopping)),
      { objectMode: false },
    ),
  )
}

/** Reads the whole response before any of it is sent, so that an incomplete response becomes an error. */
const readWhole = (body: Readable, stopping: AbortSignal): Promise<string> =>
  readAtMost(body, MAX_ANSWER_BYTES).catch(() => {
    throw brokenOff(stopping)
  })

function sendRefusal(reply: FastifyReply, upstreamStatus: number, text: string): FastifyReply {
  const status = relayedStatus(upstreamStatus)
  const error = upstreamError(status, { status: upstreamStatus, text })
  // The upstream refused the configured key, so a retry cannot succeed.
  if (upstreamStatus === 401) reply.header('x-should-retry', 'false')
  const { message: detail, code } = error
  return reply.code(status).send({ detail, ...(code !== null && { code }), ...openAiErrorBody(error) })
}

/** The agent may have acted already, so clients must not retry automatically. */
const brokenOff = ({ aborted }: AbortSignal): ChatappRefused =>
  new ChatappRefused(aborted ? 'stopping' : 'agent_broke_off', { 'x-should-retry': 'false' })

const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** True for a chat id that a bridge issued in `X-Svc-Chat-Id`. The bridge checks the owner of the chat. */
const isAgentsChatId = (id: string): boolean =>
  /^(?:first|user)-[0-9a-f]{32}~(?:[0-9a-f]{8}|[0-9a-f]{64})$/.test(id)
