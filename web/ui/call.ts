import { spokenLanguage } from './language.ts'
import type { AnswerOf, ApiRoute, SentParts } from '#ground/api/contract.ts'
import { addressOf, type Argument } from './href.ts'

/** Error of a request. `message` is for people, `code` for programs. */
export class ApiError extends Error {
  readonly status: number
  /** Empty if the response has no code. */
  readonly code: string
  /** From the header `Retry-After`; null without this header. */
  retryAfterMs: number | null = null

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
  }
}

type Asked<R extends ApiRoute> = SentParts<R> & { signal?: AbortSignal | undefined }

export type CallRoute = <R extends ApiRoute & { isStream?: never }>(
  route: R,
  ...[asked]: Argument<Asked<R>>
) => Promise<AnswerOf<R>>

/** Status 0: no response. 502: a response that is not JSON. */
export type ErrorOf = (status: number, body: unknown) => ApiError

export function createCalls(errorOf: ErrorOf) {
  async function request<Answer>(url: string, init: RequestInit = {}): Promise<Answer> {
    const response = await reach(url, init)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const body: unknown = isJson ? await response.json().catch(() => null) : null
    if (!response.ok) {
      const error = errorOf(response.status, body)
      error.retryAfterMs = retryAfterMs(response.headers)
      throw error
    }
    if (!isJson) throw errorOf(502, null)
    return body as Answer
  }

  async function reach(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers({
      accept: 'application/json',
      'accept-language': spokenLanguage(),
      ...(init.body && { 'content-type': 'application/json' }),
    })
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    try {
      return await fetch(url, { ...init, headers, credentials: 'same-origin' })
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw errorOf(0, null)
    }
  }

  const call: CallRoute = (route, ...[asked]) => {
    const { body, signal = null, ...written }: { body?: unknown; signal?: AbortSignal | null } = asked ?? {}
    return request(addressOf(route, written), {
      method: route.method.toUpperCase(),
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  return { call, request }
}

function retryAfterMs(headers: Headers): number | null {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d+$/.test(seconds) ? Number(seconds) * 1000 : null
}
