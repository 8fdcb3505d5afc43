import { parseLenient } from '#ground/base/json/lenient.ts'
import type { Clock } from '#ground/base/clock.ts'
import { readAtMost, BodyTooLong } from '#ground/base/read-at-most.ts'
import { within } from '#ground/base/time-limit.ts'
import type { Server } from './variables.ts'
import { isCertainlyNotSent, retryAfterMs } from '../failed-requests.ts'

const TIMEOUT_MS = 30_000
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `/api/v4/`. */
  path: string
  body?: object
}

/** Reasons are for people and do not contain the token. */
export type MattermostResult =
  | { happened: 'answered'; answer: MattermostResponse }
  /** The request certainly did not reach the server. */
  | { happened: 'unreached'; reason: string }
  /** The request may have reached the server, but its response was lost. */
  | { happened: 'broken'; reason: string }

export interface MattermostResponse {
  status: number
  waitMs: number | null
  /** Undefined if the body is not JSON, for example because a proxy responded. */
  json: unknown
}

/** Never throws. */
export interface MattermostClient {
  readonly server: Server
  exchange(request: Request, signal: AbortSignal): Promise<MattermostResult>
}

export function createMattermostClient(server: Server, clock: Clock): MattermostClient {
  return {
    server,
    async exchange(request, signal) {
      try {
        const answer = await within(clock, TIMEOUT_MS, (late) =>
          ask(server, request, clock.now(), AbortSignal.any([signal, late])),
        )
        return { happened: 'answered', answer }
      } catch (error) {
        return mattermostFailure(error)
      }
    },
  }
}

export const mattermostUrl = ({ url }: Server, path: string): string => `${url}/api/v4/${path}`

export const authorization = ({ token }: Server) => ({ authorization: `Bearer ${token}` })

async function ask(
  server: Server,
  { method, path, body }: Request,
  now: number,
  signal: AbortSignal,
): Promise<MattermostResponse> {
  const response = await fetch(mattermostUrl(server, path), {
    method,
    headers: { ...authorization(server), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual', // the token must reach no other server
    signal,
  })
  const text = response.body ? await readAtMost(response.body, MAX_ANSWER_BYTES) : ''
  // The server sends seconds in both headers. Its documentation wrongly shows a date in the second header.
  const waits = ['retry-after', 'x-ratelimit-reset'].map((name) =>
    retryAfterMs(response.headers.get(name), now),
  )
  return {
    status: response.status,
    waitMs: waits.find((wait) => wait !== null) ?? null,
    json: parseLenient(text),
  }
}

/** Reports the error's code, because its message may contain secrets. */
export function mattermostFailure(error: unknown): Exclude<MattermostResult, { happened: 'answered' }> {
  if (error instanceof BodyTooLong) return { happened: 'broken', reason: `Mattermost ${error.message}` }
  const code = codeOf(error)
  return isCertainlyNotSent(code)
    ? { happened: 'unreached', reason: `Mattermost can't be reached at MATTERMOST_URL (${code})` }
    : { happened: 'broken', reason: `the connection to Mattermost broke (${code})` }
}

const codeOf = (error: unknown): string => {
  const { cause, code, name } = error as { cause?: { code?: unknown }; code?: unknown; name?: string }
  const known = [cause?.code, code].find((one) => typeof one === 'string')
  return typeof known === 'string' ? known : (name ?? 'unknown error')
}
