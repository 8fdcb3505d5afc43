import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiRefused, STATUS } from '#ground/api/errors.ts'
import { DISK_FULL, isDiskFull } from '#ground/base/disk-full.ts'
import { keepConnected } from '#ground/base/keep-connected.ts'
import { ChatappUnavailable } from '#ground/identity/chatapp-client/refusal.ts'
import { isStoreUnavailable, STORE_AWAY, STORE_RETRY_AFTER } from '#ground/store/errors.ts'
import type { ConsoleEvents } from './log-events.ts'

/** Responses to unknown errors have no details. */
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

export const API_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

function refusalOf(events: ConsoleEvents, error: FastifyError, request: FastifyRequest): ApiRefused {
  if (error instanceof ApiRefused) return error
  const facts = {
    requestId: request.id,
    route: `${request.method} ${request.routeOptions?.url ?? 'unknown'}`,
  }
  if (isDiskFull(error)) {
    events.requestFailed({ ...facts, error })
    return new ApiRefused('disk_full', DISK_FULL)
  }
  if (isStoreUnavailable(error)) return new ApiRefused('unavailable', STORE_AWAY)
  if (error instanceof ChatappUnavailable) return new ApiRefused('unavailable', error.message)
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ApiRefused('media_type', 'Send JSON, with the content type application/json.')
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY')
    return new ApiRefused(
      'invalid',
      'The body is not valid JSON, or has a key __proto__, which nothing here takes.',
    )
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ApiRefused('too_large', 'The body is too large.')
  if (error.statusCode === 413) return new ApiRefused('too_large', error.message)
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new ApiRefused('invalid', error.message || 'The request is malformed.')
  events.requestFailed({ ...facts, error })
  return new ApiRefused('internal', `Something went wrong on our side (request ${request.id}). Try again.`)
}
