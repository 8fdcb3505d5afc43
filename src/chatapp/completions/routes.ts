import { NO_MESSAGES, openAiErrorBody } from '#ground/base/openai-error.ts'
import { parseTraceparent } from '#ground/base/trace/context.ts'
import { isTimeZone } from '#ground/base/time-zone.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { ChatTurns } from '#chatapp/turns/turns.ts'
import type { CatalogModel } from '#chatapp/models/model.ts'
import { plainBody, responsesBody } from './body.ts'
import { complete, respond } from './contract.ts'
import { relay, type RelayContext, type RelayedCompletion, type RelayParts } from './relay.ts'
import type { PlainRequest } from './schema.ts'
import { storedResponseRoutes, type StoredResponseParts } from './stored-responses.ts'

export interface CompletionRouteParts extends RelayParts, StoredResponseParts {
  turns: Pick<ChatTurns, 'start'>
  models: RelayParts['models'] & StoredResponseParts['models']
  client: RelayParts['client'] & StoredResponseParts['client']
  /** Large, because bodies contain base64-encoded attachments. */
  longestBodyBytes: number
}

export function completionRoutes(app: App, parts: CompletionRouteParts): void {
  const options = { bodyLimit: parts.longestBodyBytes }
  app.handle(
    complete,
    async ({ visitor: { account }, body, request, reply }) => {
      if ('plain' in body) {
        const { plain } = body
        if (!hasMessages(plain))
          return reply.code(400).send({ detail: NO_MESSAGES.message, ...openAiErrorBody(NO_MESSAGES) })
        const relayed = relayedBy('/chat/completions', plain, plainBody)
        return relay(parts, account, relayed, contextOf(request, reply, plain))
      }
      const context = { ...traceOf(request, reply), language: textOf(request.headers['accept-language']) }
      const { chatId, taskIds } = unwrapChatapp(await parts.turns.start(account, body.turn, context))
      return { status: true, task_ids: taskIds, chat_id: chatId }
    },
    options,
  )
  app.handle(
    respond,
    async ({ visitor: { account }, body, request, reply }) => {
      const relayed = relayedBy('/responses', body, responsesBody)
      return relay(parts, account, relayed, contextOf(request, reply, body))
    },
    options,
  )
  storedResponseRoutes(app, parts)
}

function relayedBy<R extends { model: string; chat_id?: string | null | undefined }>(
  path: RelayedCompletion['path'],
  request: R,
  bodyOf: (request: R, chatId: string | null, model: CatalogModel) => Record<string, unknown>,
): RelayedCompletion {
  const chatId = request.chat_id ?? null
  return { path, model: request.model, chatId, bodyFor: (model) => bodyOf(request, chatId, model) }
}

type WithMessages = PlainRequest & { messages: readonly unknown[] }

const hasMessages = (request: PlainRequest): request is WithMessages =>
  Array.isArray(request.messages) && request.messages.length > 0

function traceOf(request: FastifyRequest, reply: FastifyReply): { traceparent: string | null } {
  const traceparent = textOf(request.headers['traceparent'])
  const traceId = parseTraceparent(traceparent)?.traceId
  if (traceId) reply.header('x-svc-trace-id', traceId)
  return { traceparent }
}

const contextOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: Record<string, unknown>,
): RelayContext => ({
  reply,
  ...traceOf(request, reply),
  language: textOf(request.headers['accept-language']),
  timeZone: timeZoneOf(body, textOf(request.headers['x-svc-time-zone'])),
})

/** Null if the request names no time zone. The agent then uses the account's time zone. */
function timeZoneOf({ metadata }: Record<string, unknown>, header: string | null): string | null {
  const named = (metadata as { time_zone?: unknown } | null | undefined)?.time_zone
  const value = named || header
  if (value === null || value === '') return null
  if (typeof value === 'string' && isTimeZone(value)) return value
  const param = named ? 'metadata.time_zone' : 'X-Svc-Time-Zone'
  throw new ChatappRefused(
    'invalid_time_zone',
    {},
    `${param} is not a time zone; expected a name such as Europe/Berlin.`,
    param,
  )
}

const textOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? header : null
