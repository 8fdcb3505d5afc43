import type { AnswerOf, Route, Sent } from '#ground/api/contract.ts'
import { addressOf, type Argument } from '../../ui/href.ts'
import { errors } from './messages.ts'

/** A request that didn't end well. `message` is for people, `code` for decisions. */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** A code of the Console API; empty when the answer named none. */
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
  }
}

/** What a person reads about any error. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : errors.unexpected

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof ApiError && codes.includes(error.code)

/** Whether the server itself can't be reached, now or at all. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.code === ''))

/** What a call sends, and what ends it early. */
type Asked<R extends Route> = Sent<R> & { signal?: AbortSignal | undefined }

/** Call a route of the Console API. What is sent and what is answered have the types of its contract. */
export function call<R extends Route & { isStream?: never }>(
  route: R,
  ...[asked = {} as Asked<R>]: Argument<Asked<R>>
): Promise<AnswerOf<R>> {
  const { body, signal, ...written }: { body?: unknown; signal?: AbortSignal | undefined } = asked
  return request(addressOf(route, written), {
    method: route.method.toUpperCase(),
    signal: signal ?? null,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
}

/** Ask for JSON at an address of this site; the session travels in its cookie. */
export async function request<Answer>(
  url: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const response = await reach(url, {
    ...init,
    headers: { accept: 'application/json', ...init.headers },
    credentials: 'same-origin',
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const body: unknown = isJson ? await response.json().catch(() => null) : null
  if (!response.ok) throw errorOf(response.status, body)
  if (!isJson) throw errorOf(502, null)
  return body as Answer
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, '', errors.unreachable)
  }
}

/** What an answer that is no good says. */
export function errorOf(status: number, body: unknown): ApiError {
  const { detail, code } = (body ?? {}) as { detail?: unknown; code?: unknown }
  const text = typeof detail === 'string' && detail ? detail : textOf(status)
  return new ApiError(status, typeof code === 'string' ? code : '', text)
}

function textOf(status: number): string {
  if (status >= 502 && status <= 504) return errors.unreachable
  if (status === 404) return errors.missing
  return status >= 500 ? errors.unexpected : errors.invalid
}

/** The web chat signs people in; it sends them back to where they are now. */
export function goToSignIn(search = window.location.search): void {
  const here = window.location.pathname + search
  window.location.replace(`/auth?redirect=${encodeURIComponent(here)}`)
}
