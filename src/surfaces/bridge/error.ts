import type { FastifyReply, FastifyRequest } from 'fastify'
import { BLOB_DAMAGED, BLOB_STORAGE_UNAVAILABLE } from '#ground/blobs/blobs.ts'
import { DISK_FULL, DISK_FULL_STATUS } from '#ground/base/disk-full.ts'
import { openAiErrorBody, type OpenAiErrorType } from '#ground/base/openai-error.ts'
import type { ChatErrorCode } from '#ground/turn/errors/schema.ts'
import type { SpentBudget } from '#ground/turn/errors/budget/schema.ts'
import { DRAINING } from '#ground/instances/instances.ts'
import { STORE_AWAY, STORE_RETRY_AFTER } from '#ground/store/errors.ts'

export interface BridgeError {
  status: number
  type: OpenAiErrorType
  code: ChatErrorCode | null
  message: string
  /** Path of the invalid field, such as `messages[0].content`. */
  param: string | null
  shouldRetry?: false
  retryAfterSeconds?: number
  budget?: SpentBudget
}

export const invalidRequest = (
  message: string,
  {
    param = null,
    code = null,
    status = 400,
  }: { param?: string | null; code?: ChatErrorCode | null; status?: number } = {},
): BridgeError => ({ status, type: 'invalid_request_error', code, message, param })

export const methodNotAllowed = (
  { method, url }: Pick<FastifyRequest, 'method' | 'url'>,
  allow: string,
): BridgeError =>
  invalidRequest(`${url.split('?')[0]} takes ${allow}, not ${method}.`, {
    status: 405,
    code: 'method_not_allowed',
  })

export const tooLarge = (what: string, maxBytes: number, param: string | null = null): BridgeError =>
  invalidRequest(`${what} is larger than the limit of ${maxBytes} bytes.`, {
    status: 413,
    code: 'too_large',
    param,
  })

export const NO_ROOM: BridgeError = {
  status: DISK_FULL_STATUS,
  type: 'server_error',
  code: 'disk_full',
  message: DISK_FULL,
  param: null,
}

export const STORE_UNAVAILABLE: BridgeError = {
  status: 503,
  type: 'service_unavailable',
  code: 'store_unavailable',
  message: STORE_AWAY,
  param: null,
}

export const FILES_AWAY: BridgeError = {
  status: 503,
  type: 'service_unavailable',
  code: 'files_away',
  message: BLOB_STORAGE_UNAVAILABLE,
  param: null,
}

export const FILE_DAMAGED: BridgeError = { ...FILES_AWAY, code: 'file_damaged', message: BLOB_DAMAGED }

export const DRAINS: BridgeError = {
  status: 503,
  type: 'service_unavailable',
  code: 'draining',
  message: DRAINING,
  param: null,
}

export const STOPPING: BridgeError = {
  status: 503,
  type: 'service_unavailable',
  code: 'stopping',
  message: 'The service is stopping, so this answer ends before it is complete.',
  param: null,
}

export class TurnEnded extends Error {
  override name = 'TurnEnded'
  readonly answer: BridgeError
  constructor(answer: BridgeError) {
    super(answer.message)
    this.answer = answer
  }
}

export const bridgeErrorBody = ({ budget, ...error }: BridgeError) => ({
  error: { ...openAiErrorBody(error).error, ...(budget && { budget }) },
})

export const sendError = (reply: FastifyReply, error: BridgeError): FastifyReply => {
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  if (error.retryAfterSeconds) void reply.header('retry-after', String(error.retryAfterSeconds))
  else if (error.status === 503) void reply.header('retry-after', STORE_RETRY_AFTER)
  if (error.shouldRetry === false) void reply.header('x-should-retry', 'false')
  return reply.code(error.status).send(bridgeErrorBody(error))
}
