import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refused, STATUS } from '#ground/api/errors.ts'
import { DISK_FULL, isDiskFull } from '#ground/base/disk-full.ts'
import { keepConnected } from '#ground/base/keep-connected.ts'
import { ChatappUnavailable } from '#ground/identity/chatapp-client/refusal.ts'
import { isStoreUnavailable, STORE_AWAY, STORE_RETRY_AFTER } from '#ground/store/errors.ts'
import type { ConsoleEvents } from './log-events.ts'

/**
 * The only place where refusals and errors become responses. An unknown error is logged, and its response has
 * no details.
 */
export function answerError(
  events: ConsoleEvents,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(events, error, request)
  if (refusal.code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer realm="console"')
  if (STATUS[refusal.code] === 503) void reply.header('retry-after', STORE_RETRY_AFTER)
  return keepConnected(reply).headers(API_HEADERS).code(STATUS[refusal.code]).send(refusal.body)
}

/** Answers are for this caller and this moment. */
export const API_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

function refusalOf(events: ConsoleEvents, error: FastifyError, request: FastifyRequest): Refused {
  if (error instanceof Refused) return error
  const facts = {
    requestId: request.id,
    route: `${request.method} ${request.routeOptions?.url ?? 'unknown'}`,
  }
  if (isDiskFull(error)) {
    events.requestFailed({ ...facts, error })
    return new Refused('disk_full', DISK_FULL)
  }
  if (isStoreUnavailable(error)) return new Refused('unavailable', STORE_AWAY) // reported once by the store
  if (error instanceof ChatappUnavailable) return new Refused('unavailable', error.message)
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refused('invalid', 'Send JSON, with the content type application/json.')
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY')
    return new Refused(
      'invalid',
      'The body is not valid JSON, or has a key __proto__, which nothing here takes.',
    )
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refused('too_large', 'The body is too large.')
  if (error.statusCode === 413) return new Refused('too_large', error.message)
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new Refused('invalid', error.message || 'The request is malformed.')
  events.requestFailed({ ...facts, error })
  return new Refused('internal', `Something went wrong on our side (request ${request.id}). Try again.`)
}
