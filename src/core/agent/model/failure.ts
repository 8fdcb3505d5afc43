import { describeCertificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import { BROKEN_ANSWER } from '#ground/turn/errors/schema.ts'
import { causes } from './causes.ts'
import { ModelFailure } from './model.ts'
import type { ProviderError } from './provider-error.ts'
import { isOfTemplate, isOfTools, findErrorReport, statusOf } from './refusals/error-text.ts'
import { countNamedIn, isTooLong, limitNamedIn, tooLongText } from './too-long.ts'

export interface FailureContext {
  label: string
  model: string
  baseUrl: string
  keyVariable: string
  apiKey: string | null
}

/** The description contains a remedy and never the API key. */
export function describeModelFailure(thrown: unknown, about: FailureContext, setting?: string): ModelFailure {
  if (thrown instanceof ModelFailure) return thrown
  const error = findErrorReport(thrown)
  const { statusCode } = (error ?? {}) as ProviderError
  // If the connection breaks during a response, the error has the success status of the response.
  const status =
    typeof statusCode === 'number' && !(statusCode < 300 && socketCodeOf(error)) ? statusCode : null
  const meant = status === null ? null : setting !== undefined ? 400 : statusOf(error)
  if (isTooLong(error, meant)) {
    const limit = limitNamedIn(error)
    return new ModelFailure('too_long', tooLongText(about, limit), {
      status: status ?? undefined,
      limit,
      counted: countNamedIn(error),
      cause: error,
    })
  }
  if (status === null) return withoutStatus(error, about)
  const detail = detailOf(error, about)
  const [code, message] =
    meant === 400
      ? ['bad_request' as const, refusedText(status, detail, about)]
      : byStatus(status, detail, about)
  return new ModelFailure(code, message, {
    status,
    cause: error,
    ...(setting !== undefined && { setting }),
    ...(code === 'bad_request' && isOfTools(detail) && { lack: 'tools' }),
  })
}

type Code = ModelFailure['code']

const refusedText = (status: number, detail: string, { label, model }: FailureContext): string => {
  if (isOfTools(detail))
    return `“${model}” can’t use tools (${status}): the operator of the Hub can choose another model in agent.md or SVC_MODEL, or enable tools at the server.${detail}`
  if (isOfTemplate(detail))
    return `The chat template of “${model}” refuses this conversation (${status}): the operator of ${label} can change the template.${detail}`
  return `${capitalized(label)} refused the request (${status}).${detail}`
}

const byStatus = (status: number, detail: string, about: FailureContext): [Code, string] => {
  const { label, model, keyVariable } = about
  const Label = capitalized(label)
  if (status === 401 || status === 403) {
    const advice = about.apiKey ? `check ${keyVariable}` : `set ${keyVariable}`
    return [
      'unauthorized',
      `${Label} refused the key (${status}): ${advice} in the Hub’s .env and start again.`,
    ]
  }
  if (status === 404 && isOfTools(detail)) return ['bad_request', refusedText(status, detail, about)]
  if (status === 404)
    return [
      'bad_request',
      `${Label} has no model “${model}” at ${originOf(about)} (404): check \`model\` in agent.md or SVC_MODEL.`,
    ]
  if (status === 408) return ['timeout', `${Label} took too long (408). Try again.`]
  if (status === 429)
    return [
      'rate_limited',
      `${Label} accepts no more requests at the moment (429). Try again later.${detail}`,
    ]
  if (status >= 500) return ['unavailable', `${Label} has a problem (${status}). Try again later.${detail}`]
  if (status >= 300 && status < 400)
    return [
      'unavailable',
      `${Label} redirects from ${originOf(about)} (${status}): check SVC_MODEL_BASE_URL.`,
    ]
  if (status < 300) return ['bad_answer', nonsense(label)]
  return ['bad_request', refusedText(status, detail, about)]
}

const withoutStatus = (error: unknown, about: FailureContext): ModelFailure => {
  const { label } = about
  const socketCode = socketCodeOf(error)
  const certificate = describeCertificateTrouble(error)
  if (certificate)
    return new ModelFailure('unavailable', `Can’t reach ${label} at ${originOf(about)}: ${certificate}.`, {
      cause: error,
    })
  if (socketCode && UNREACHABLE[socketCode])
    return new ModelFailure(
      'unavailable',
      `Can’t reach ${label} at ${originOf(about)} (${UNREACHABLE[socketCode]}): check that it runs, and check SVC_MODEL_BASE_URL.`,
      { cause: error },
    )
  if (socketCode) return new ModelFailure('unavailable', broken(label), { cause: error })
  if (
    isNamed(
      error,
      'AI_JSONParseError',
      'AI_TypeValidationError',
      'AI_InvalidResponseDataError',
      'AI_EmptyResponseBodyError',
    )
  )
    return new ModelFailure('bad_answer', nonsense(label), { cause: error })
  if (isNamed(error, 'AI_UnsupportedFunctionalityError'))
    return new ModelFailure(
      'bad_request',
      `“${about.model}” doesn’t support this request.${detailOf(error, about)}`,
      {
        cause: error,
      },
    )
  return new ModelFailure(
    'unavailable',
    `${capitalized(label)} reported an error.${detailOf(error, about)}`,
    {
      cause: error,
    },
  )
}

export const streamBrokenFailure = (about: FailureContext, cause?: unknown): ModelFailure =>
  new ModelFailure('unavailable', broken(about.label), { cause })

export const streamSilentFailure = (about: FailureContext, ms: number): ModelFailure =>
  new ModelFailure(
    'timeout',
    `${capitalized(about.label)} sent nothing for ${Math.round(ms / 1000)} s, so the request was cancelled.`,
  )

export const notStreamFailure = (about: FailureContext): ModelFailure =>
  new ModelFailure('bad_answer', nonsense(about.label), { lack: 'setup' })

const broken = (label: string) => `The connection to ${label} ${BROKEN_ANSWER}. Try again.`

const nonsense = (label: string) =>
  `${capitalized(label)} sent an answer that is not a chat completion: check SVC_MODEL_BASE_URL.`

const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'DNS lookup failed',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'timed out',
  UND_ERR_CONNECT_TIMEOUT: 'timed out',
}

export const socketCodeOf = (error: unknown): string | null => {
  for (const inner of causes(error)) {
    const { code, errors } = inner as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }
    if (typeof code === 'string' && /^(E[A-Z]|UND_ERR|CERT_|DEPTH_|UNABLE_)/.test(code)) return code
    if (errors?.[0]?.code) return errors[0].code // an `AggregateError`: one error for IPv4, one for IPv6
  }
  return null
}

const isNamed = (error: unknown, ...names: string[]): boolean =>
  causes(error).some(({ name }) => names.includes(name))

const MAX_DETAIL = 300

const detailOf = (error: unknown, { apiKey }: FailureContext): string => {
  const { message, error: inner } = (error ?? {}) as ProviderError
  const detail = [message, inner?.message, typeof error === 'string' ? error : null].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  )
  if (!detail) return ''
  const shown = apiKey ? detail.replaceAll(apiKey, '…') : detail
  return ` Its message: ${shown.slice(0, MAX_DETAIL).replace(/\s+/g, ' ').trim()}`
}

/** Scheme, host and port only: the address may contain a password or key. */
const originOf = ({ baseUrl }: FailureContext): string => new URL(baseUrl).origin

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
