import { ApiError, createCalls, type ErrorOf } from '../../ui/call.ts'
import { translateTexts } from '../../ui/language.ts'
import { errors } from '../messages.ts'

/** True if no response arrived (status 0), or if a proxy cannot reach the server (502, 503, 504). */
export const isChatappUnreachable = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504)

export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : errors.unexpected

export const apiError: ErrorOf = (status, body) => {
  const { detail, code } = (body ?? {}) as { detail?: unknown; code?: unknown }
  const known = typeof code === 'string' ? translateTexts('chat.refusals', code) : undefined
  const isSentence = typeof detail === 'string' && detail !== '' && status < 500
  return new ApiError(
    status,
    typeof code === 'string' ? code : '',
    known ?? (isSentence ? detail : textOf(status)),
  )
}

export const { call, request } = createCalls(apiError)

function textOf(status: number): string {
  if (status === 0 || (status >= 502 && status <= 504)) return errors.unreachable
  if (status === 401 || status === 403) return errors.notAllowed
  if (status === 404) return errors.missing
  if (status === 413) return errors.tooLarge
  if (status === 429) return errors.tooMany
  return status >= 500 ? errors.unexpected : errors.invalid
}
