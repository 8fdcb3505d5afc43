import { errorTypeOf, type OpenAiError, type OpenAiErrorType } from '#ground/base/openai-error.ts'
import { refusalFrom } from '#chatapp/turns/completion.ts'

export function upstreamError(status: number, upstream: { status: number; text: string }): OpenAiError {
  const { message } = refusalFrom(upstream.status, upstream.text)
  const { code, param, type } = errorIn(upstream.text)
  return {
    message,
    type: status === upstream.status && isText(type) ? (type as OpenAiErrorType) : errorTypeOf(status),
    param: isText(param) ? param : null,
    code: isText(code) ? code : null,
  }
}

function errorIn(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return {}
    const { error } = body as { error?: unknown }
    return (typeof error === 'object' && error !== null ? error : body) as Record<string, unknown>
  } catch {
    return {}
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
