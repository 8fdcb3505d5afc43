import { causes } from '../causes.ts'
import type { ProviderError } from '../provider-error.ts'
import { ServerReport } from '../reported.ts'
import { mentionsLength } from '../too-long.ts'

export interface RequestRefusal {
  /** HTTP status. It is 400 for a 5xx error whose text refuses the request, and null if the error has no status. */
  status: number | null
  text: string
  param: string | null
}

export function findModelRefusal(thrown: unknown): RequestRefusal | null {
  const error = findErrorReport(thrown)
  const status = statusOf(error)
  if (
    status === null ||
    !(REFUSING.has(status) || (status === 404 && NO_SUCH_ABILITY.test(errorTextOf(error))))
  )
    return null
  return refusalOf(error, status)
}

export function findFailureReport(thrown: unknown): RequestRefusal | null {
  const error = findErrorReport(thrown)
  const status = statusOf(error)
  if (status === null ? !(error instanceof ServerReport) : status < 400 || KEY_OR_RATE.has(status))
    return null
  return refusalOf(error, status)
}

const refusalOf = (error: unknown, status: number | null): RequestRefusal => {
  const { param } = error as { param?: unknown }
  return { status, text: errorTextOf(error), param: typeof param === 'string' && param !== '' ? param : null }
}

const KEY_OR_RATE: ReadonlySet<number> = new Set([401, 429])

const REFUSING: ReadonlySet<number> = new Set([400, 413, 415, 422])

/** Model brokers, such as OpenRouter, send 404 if none of their servers supports the request. */
const NO_SUCH_ABILITY = /no (?:available )?(?:endpoints?|providers?|models?)\b.{0,40}\bsupport/i

export const findErrorReport = (thrown: unknown): unknown =>
  causes(thrown).find((cause) => cause instanceof ServerReport) ?? thrown

/** A 5xx error whose text refuses the request counts as 400, since a retry would not help. */
export function statusOf(error: unknown): number | null {
  const { statusCode } = (error ?? {}) as ProviderError
  if (typeof statusCode !== 'number') return null
  if (statusCode < 500) return statusCode
  const text = errorTextOf(error)
  return REFUSED.test(text) || mentionsLength(text) ? 400 : statusCode
}

/** llama.cpp's template errors contain this location instead of the word “template”. */
const TEMPLATE_POSITION = '\\bat row \\d+, column \\d+'

const REFUSED = new RegExp(
  [
    // Chat templates: llama.cpp, vLLM, Text Generation Inference, Ollama
    'jinja',
    'raise_exception',
    'TemplateError',
    'chat[ _]template',
    '\\btemplate:',
    'roles must alternate',
    TEMPLATE_POSITION,
    // llama.cpp
    'not supported - hint',
    'is not supported by this server',
    'failed to parse (?:input|messages|tools|tool_choice|grammar|json)',
    'schema conversion failed',
    // Ollama, vLLM, Text Generation Inference
    'missing data required for',
    'does(?: not|n.t) support',
    'is not a multimodal',
    'input validation error',
    'extra inputs are not permitted',
    // Proxies
    'BadRequestError',
    'UnsupportedParamsError',
    'invalid_request_error',
    'invalid_argument',
    'unsupported_(?:parameter|value)',
    'error code: 4(?:00|13|22)',
    '"?(?:status|status_?code|code)"?\\s*[:=]\\s*"?4(?:00|13|22)\\b',
  ].join('|'),
  'i',
)

export const isOfTemplate = (text: string): boolean =>
  /jinja|raise_exception|TemplateError|chat[ _]template|\btemplate:|roles must alternate/i.test(text) ||
  new RegExp(TEMPLATE_POSITION, 'i').test(text)

export const isOfGrammar = (text: string): boolean =>
  /grammar|schema conversion|\bpatterns?\b|\bregex|regular expression/i.test(text)

export const isOfTools = (text: string): boolean =>
  /(?:does(?: not|n.t)|do not|don.t|no\b.{0,40}|can(?:not|.t)) support (?:tools?|functions?)\b|(?:tools?|functions?)[ _-]?(?:use|call(?:s|ing)?)? (?:is|are) not (?:currently )?(?:supported|enabled|available)|tool choice requires|support tool use/i.test(
    text,
  )

export const errorTextOf = (error: unknown): string => {
  const { message, code, error: inner } = (error ?? {}) as ProviderError
  return [
    message,
    inner?.message,
    typeof code === 'string' ? code : null,
    typeof error === 'string' ? error : null,
  ]
    .filter((text): text is string => typeof text === 'string')
    .join(' ')
}
