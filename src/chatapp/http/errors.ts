import type { FastifyInstance } from 'fastify'
import { isDiskFull } from '#ground/base/disk-full.ts'
import { BlobDamaged, BlobsAway } from '#ground/blobs/blobs.ts'
import { keepConnected } from '#ground/base/keep-connected.ts'
import { isStoreUnavailable, STORE_RETRY_AFTER } from '#ground/store/errors.ts'
import type { ChatappEvents } from './log-events.ts'
import { InvalidRequest } from './invalid.ts'
import { REFUSALS, type RefusalCode } from './refusals.ts'
import { Refused } from './refused.ts'

/** The only place where refusals and errors become answers. An unknown error is logged and says nothing. */
export function answerErrors(app: FastifyInstance, events: Pick<ChatappEvents, 'requestFailed'>): void {
  app.setErrorHandler(async (thrown: Error & { code?: string; statusCode?: number }, request, reply) => {
    const error = refusalIn(thrown)
    if (error instanceof Refused)
      return reply
        .headers({ ...(PASSING.has(error.code) && { 'retry-after': STORE_RETRY_AFTER }), ...error.headers })
        .code(REFUSALS[error.code][0])
        .send({ detail: error.message, code: error.code })
    if (error instanceof InvalidRequest) return reply.code(422).send({ detail: error.fields })
    const known = error.code === undefined ? undefined : FRAMEWORK_ERRORS[error.code]
    if (known) return keepConnected(reply).code(REFUSALS[known][0]).send(bodyOf(known))
    if (error.code && MALFORMED_JSON.has(error.code)) return reply.code(422).send({ detail: [malformedJson] })
    if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
      return reply.code(error.statusCode).send({ detail: error.message })
    if (isStoreUnavailable(error) && !isDiskFull(error))
      return reply
        .code(REFUSALS.store_away[0])
        .header('retry-after', STORE_RETRY_AFTER)
        .send(bodyOf('store_away'))
    events.requestFailed({ method: request.method, route: request.routeOptions.url ?? 'none', error })
    if (isDiskFull(error)) return reply.code(REFUSALS.disk_full[0]).send(bodyOf('disk_full'))
    return reply.code(500).send({ detail: 'Something went wrong on our side. Please try again.' })
  })
}

/** What a place for files says is a refusal to whoever asked; it is logged where that place is. */
const refusalIn = <E extends Error>(error: E): E | Refused => {
  if (error instanceof BlobsAway) return new Refused('files_away')
  return error instanceof BlobDamaged ? new Refused('file_damaged') : error
}

export const bodyOf = (code: RefusalCode): { detail: string; code: RefusalCode } => ({
  detail: REFUSALS[code][1],
  code,
})

/** What is over soon, here or at another machine. */
const PASSING: ReadonlySet<RefusalCode> = new Set(['store_away', 'files_away', 'draining'])

const FRAMEWORK_ERRORS: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'upload_malformed',
  FST_PARTS_LIMIT: 'upload_malformed',
  FST_FILES_LIMIT: 'upload_malformed',
  FST_FIELDS_LIMIT: 'upload_malformed',
  FST_MULTIPART_PREMATURE_CLOSE: 'upload_malformed',
}

const MALFORMED_JSON = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_INVALID_CONTENT_LENGTH'])
const malformedJson = { type: 'json_invalid', loc: ['body'], msg: 'JSON decode error', input: null }
