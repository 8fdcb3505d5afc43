import { ApiError, createCalls, type ErrorOf } from '../../ui/call.ts'
import { translateTexts } from '../../ui/language.ts'
import { errors } from '../../ui/messages.ts'

export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : errors.unexpected

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof ApiError && codes.includes(error.code)

/** Status 0: no response. Status 502 and above without a code: the response of a proxy. */
export const isConsoleUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.code === ''))

export const errorOf: ErrorOf = (status, body) => {
  const { detail, code } = (body ?? {}) as { detail?: unknown; code?: unknown }
  const known = typeof code === 'string' ? translateTexts('console.refusals', code) : undefined
  const text = known ?? (typeof detail === 'string' && detail ? detail : textOf(status))
  return new ApiError(status, typeof code === 'string' ? code : '', text)
}

export const { call, request } = createCalls(errorOf)

function textOf(status: number): string {
  if (status === 0 || (status >= 502 && status <= 504)) return errors.unreachable
  if (status === 404) return errors.missing
  return status >= 500 ? errors.unexpected : errors.invalid
}

export function goToSignIn(here = window.location.pathname + window.location.search): void {
  window.location.replace(`/auth?redirect=${encodeURIComponent(here)}`)
}
