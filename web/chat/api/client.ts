import { messages } from '../messages.ts'

/** A request that didn't end well. `message` is for people. */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
  }
}

/** Whether the server itself can't be reached: no answer, or a proxy's word that there is none. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504)

/** What a person reads about any error. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : messages.errors.unexpected

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal
}

/** Call the web chat's API; the session travels in its cookie. */
export async function request<Answer>(
  path: string,
  { method = 'GET', body, signal }: RequestOptions = {},
): Promise<Answer> {
  const response = await send(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    credentials: 'same-origin',
  })
  const answer: unknown = isJson(response.headers.get('content-type'))
    ? await response.json().catch(() => null)
    : null
  if (!response.ok) throw apiError(response.status, answer)
  if (answer === null && !isJson(response.headers.get('content-type'))) throw apiError(502, null)
  return answer as Answer
}

/** The error for an answer with this status and body; a body's `detail` is shown only when it is a sentence. */
export function apiError(status: number, body: unknown): ApiError {
  const detail = typeof body === 'object' && body !== null ? (body as { detail?: unknown }).detail : undefined
  return new ApiError(status, typeof detail === 'string' && detail && status < 500 ? detail : textOf(status))
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, messages.errors.unreachable)
  }
}

function textOf(status: number): string {
  if (status === 0 || (status >= 502 && status <= 504)) return messages.errors.unreachable
  if (status === 401 || status === 403) return messages.errors.notAllowed
  if (status === 404) return messages.errors.missing
  if (status === 413) return messages.errors.tooLarge
  if (status === 429) return messages.errors.tooMany
  return status >= 500 ? messages.errors.unexpected : messages.errors.invalid
}

const isJson = (contentType: string | null): boolean => contentType?.startsWith('application/json') ?? false
