import { spokenLanguage } from './language.ts'
import type { AnswerOf, ApiRoute, SentParts } from '#ground/api/contract.ts'
import { addressOf, type Argument } from './href.ts'

/** A request that didn't end well. `message` is for people, `code` for decisions. */
export class ApiError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** Empty when the answer named none. */
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
  }
}

/** Data of a call, and a signal to abort it. */
type Asked<R extends ApiRoute> = SentParts<R> & { signal?: AbortSignal | undefined }

/** Calls a route. Request and response have the types of its contract. */
export type CallRoute = <R extends ApiRoute & { isStream?: never }>(
  route: R,
  ...[asked]: Argument<Asked<R>>
) => Promise<AnswerOf<R>>

/** The error for a status and a body; status 0 means no response at all, 502 a response without JSON. */
export type ErrorOf = (status: number, body: unknown) => ApiError

/** How an app calls its server; the session travels in its cookie. */
export function createCalls(errorOf: ErrorOf) {
  /** Requests JSON from an address of this site. */
  async function request<Answer>(url: string, init: RequestInit = {}): Promise<Answer> {
    const response = await reach(url, init)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const body: unknown = isJson ? await response.json().catch(() => null) : null
    if (!response.ok) throw errorOf(response.status, body)
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
