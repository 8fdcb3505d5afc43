import type { FastifyReply } from 'fastify'
import { text as readText } from 'node:stream/consumers'
import { isEventStream, sendEventStream } from '#ground/base/event-stream/send.ts'
import { parseTraceparent } from '#ground/base/trace/context.ts'
import type { Tracer } from '#ground/base/trace/tracer.ts'
import type { Machine } from '#ground/machines/machine.ts'
import { isDraining } from '#ground/machines/machines.ts'
import type { Store } from '#ground/store/store.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { Chats } from '#chatapp/chats/chats.ts'
import type { UpstreamClient } from '#chatapp/models/connections/client.ts'
import { identityHeaders } from '#chatapp/models/connections/identity-headers.ts'
import { Refused, unwrap } from '#chatapp/http/refused.ts'
import type { Models } from '#chatapp/models/models.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { startAnswerSpan } from '#chatapp/turns/answer-span.ts'
import { refusalFrom } from '#chatapp/turns/completion.ts'
import type { Turns } from '#chatapp/turns/turns.ts'
import { plainBody } from './body.ts'
import { complete } from './contract.ts'
import type { PlainRequest } from './schema.ts'

export interface CompletionRouteParts {
  turns: Pick<Turns, 'start'>
  models: Pick<Models, 'choose'>
  chats: Pick<Chats, 'find'>
  client: Pick<UpstreamClient, 'complete'>
  identityPrefix: string
  /** Attachments travel in the body, encoded. */
  longestBodyBytes: number
  tracer: Tracer
  store: Pick<Store, 'db'>
  machine: Pick<Machine, 'id'>
}

export function completionRoutes(app: App, parts: CompletionRouteParts): void {
  app.handle(
    complete,
    async ({ visitor: { account }, body, request, reply }) => {
      const traceparent = textOf(request.headers['traceparent'])
      const traceId = parseTraceparent(traceparent)?.traceId
      if (traceId) reply.header('x-svc-trace-id', traceId)
      if ('plain' in body) return relay(parts, account, body.plain, { reply, traceparent })
      const { chatId, taskIds } = unwrap(await parts.turns.start(account, body.turn, traceparent))
      return { status: true, task_ids: taskIds, chat_id: chatId }
    },
    { bodyLimit: parts.longestBodyBytes },
  )
}

/** Ask the upstream for a program and pass its answer on as it comes. The program leaving ends the question. */
async function relay(
  { models, chats, client, identityPrefix, tracer, store, machine }: CompletionRouteParts,
  account: Account,
  request: PlainRequest,
  { reply, traceparent: parent }: { reply: FastifyReply; traceparent: string | null },
) {
  if (await isDraining(store, machine.id)) throw new Refused('draining')
  const model = unwrap(await models.choose(account, request.model))
  const chatId = request.chat_id ?? null
  if (chatId !== null && !(await chats.find(account.id, chatId))) throw new Refused('completion_chat_missing')
  const left = new AbortController()
  const span = startAnswerSpan(tracer, { model, chatId, parent })
  left.signal.addEventListener('abort', () => {
    span.set({ 'svc.outcome': reply.raw.writableFinished ? 'done' : 'stopped' })
    span.end()
  })
  if (reply.raw.closed) left.abort() // while we looked things up; it is not told twice
  else reply.raw.once('close', () => left.abort())
  const answer = await client
    .complete(model.connection, {
      body: plainBody(request, model, chatId),
      headers: {
        ...identityHeaders({ account, prefix: identityPrefix, chatId }),
        ...(span.traceparent && { traceparent: span.traceparent }),
      },
      signal: left.signal,
    })
    .catch(() => {
      span.fail('agent_unreachable')
      throw new Refused('agent_unreachable')
    })
  if (answer.status >= 400) {
    span.fail(String(answer.status))
    const { message } = refusalFrom(answer.status, await readText(answer.body))
    return reply.code(statusFor(answer.status)).send({ detail: message })
  }
  reply.header('content-type', answer.contentType || 'application/json')
  if (!isEventStream(answer.contentType)) return reply.send(answer.body)
  reply.headers({
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  return sendEventStream(reply.code(answer.status), answer.body)
}

/** The caller's own mistakes keep their status. A key of ours that the upstream refuses is not the caller's. */
const statusFor = (status: number): number => (status === 401 || status >= 500 ? 502 : status)

const textOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? header : null
