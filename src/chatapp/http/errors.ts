import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDiskFull } from '#ground/base/disk-full.ts'
import { BlobDamaged, BlobStorageUnavailable } from '#ground/blobs/blobs.ts'
import { keepConnected } from '#ground/base/keep-connected.ts'
import {
  errorTypeOf,
  isOpenAiPath,
  isResponsesPath,
  openAiErrorBody,
  type OpenAiError,
} from '#ground/base/openai-error.ts'
import { isStoreUnavailable, STORE_RETRY_AFTER } from '#ground/store/errors.ts'
import type { ChatappEvents } from './log-events.ts'
import { InvalidRequest, type InvalidField } from './invalid.ts'
import { CHATAPP_REFUSALS, type RefusalCode } from './refusals.ts'
import { ChatappRefused } from './refused.ts'

export function answerErrors(app: FastifyInstance, events: Pick<ChatappEvents, 'requestFailed'>): void {
  app.setErrorHandler(async (thrown: Thrown, request, reply) => answerError(thrown, request, reply, events))
}

type Thrown = Error & { code?: string; statusCode?: number }

export function answerError(
  thrown: Thrown,
  request: FastifyRequest,
  reply: FastifyReply,
  events: Pick<ChatappEvents, 'requestFailed'>,
): FastifyReply {
  const error = refusalIn(thrown)
  const { status, headers = {}, body } = errorAnswer(error, request, events)
  if (FRAMEWORK_ERRORS[thrown.code ?? '']) keepConnected(reply)
  const param = error instanceof ChatappRefused ? error.param : null
  return sendError(request, reply.headers(headers), status, body, param)
}

/** Paths of the OpenAI API get OpenAI's error object in addition to the web chat's fields. */
export const sendError = (
  { url }: Pick<FastifyRequest, 'url'>,
  reply: FastifyReply,
  status: number,
  body: ErrorAnswer['body'],
  param: string | null = null,
): FastifyReply =>
  isResponsesPath(url) && status === 422
    ? reply.code(400).send(asSentence(inOpenAiForm(400, body)))
    : reply.code(status).send(isOpenAiPath(url) ? { ...body, ...inOpenAiForm(status, body, param) } : body)

const asSentence = ({ error }: { error: OpenAiError }) => ({ detail: error.message, error })

interface ErrorAnswer {
  status: number
  headers?: Readonly<Record<string, string>>
  body: { detail: string | readonly InvalidField[]; code?: string }
}

function errorAnswer(
  error: Thrown | ChatappRefused,
  request: FastifyRequest,
  events: Pick<ChatappEvents, 'requestFailed'>,
): ErrorAnswer {
  if (error instanceof ChatappRefused)
    return {
      status: CHATAPP_REFUSALS[error.code][0],
      headers: { ...(PASSING.has(error.code) && { 'retry-after': STORE_RETRY_AFTER }), ...error.headers },
      body: { detail: error.message, code: error.code },
    }
  if (error instanceof InvalidRequest) return { status: 422, body: { detail: error.fields } }
  const known = error.code === undefined ? undefined : FRAMEWORK_ERRORS[error.code]
  if (known) return { status: CHATAPP_REFUSALS[known][0], body: chatappErrorBody(known) }
  if (error.code && MALFORMED_JSON.has(error.code))
    return { status: 422, body: { detail: [malformedJson], code: 'invalid_json' } }
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return {
      status: error.statusCode,
      body: { detail: error.message, code: error.statusCode === 413 ? 'body_too_large' : 'bad_request' },
    }
  if (isStoreUnavailable(error) && !isDiskFull(error))
    return {
      status: CHATAPP_REFUSALS.store_away[0],
      headers: { 'retry-after': STORE_RETRY_AFTER },
      body: chatappErrorBody('store_away'),
    }
  events.requestFailed({ method: request.method, route: request.routeOptions.url ?? 'none', error })
  if (isDiskFull(error)) return { status: CHATAPP_REFUSALS.disk_full[0], body: chatappErrorBody('disk_full') }
  return { status: 500, body: { detail: 'Something went wrong on our side. Please try again.' } }
}

function inOpenAiForm(
  status: number,
  { detail, code }: ErrorAnswer['body'],
  wrong: string | null = null,
): { error: OpenAiError } {
  const [field] = typeof detail === 'string' ? [] : detail
  const param = field ? pathOf(field.loc.slice(1)) : wrong
  const message = typeof detail === 'string' ? detail : [param, field?.msg].filter(Boolean).join(': ')
  return openAiErrorBody({ message, type: errorTypeOf(status), param: param || null, code: code ?? null })
}

const pathOf = (steps: readonly (string | number)[]): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  )

const refusalIn = <E extends Error>(error: E): E | ChatappRefused => {
  if (error instanceof BlobStorageUnavailable) return new ChatappRefused('files_away')
  return error instanceof BlobDamaged ? new ChatappRefused('file_damaged') : error
}

export const chatappErrorBody = (code: RefusalCode): { detail: string; code: RefusalCode } => ({
  detail: CHATAPP_REFUSALS[code][1],
  code,
})

/** Codes after which a retry may succeed. */
const PASSING: ReadonlySet<RefusalCode> = new Set(['store_away', 'files_away', 'draining'])

const FRAMEWORK_ERRORS: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_BAD_URL: 'bad_address', // replaces the framework's message, which would repeat the whole address
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
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
