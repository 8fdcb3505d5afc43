import { parseLenient } from '#ground/base/json/lenient.ts'
import { readAtMost } from '#ground/base/read-at-most.ts'
import type { Clock } from '#ground/base/clock.ts'
import { within } from '#ground/base/time-limit.ts'
import { z } from 'zod'
import { isCertainlyNotSent, retryAfterMs } from '../failed-requests.ts'

/** The reason is one line for people and does not contain a token. */
export interface TeamchatFailure {
  ok: false
  /**
   * `unsent`: the call certainly had no effect. `unknown`: the call may have had an effect. `limited`: too many
   * calls.
   * `token`: the token is invalid or lacks a scope. `refused`: the call itself is wrong.
   */
  why: 'unsent' | 'unknown' | 'limited' | 'token' | 'refused'
  code: string
  reason: string
  retryAfterMs: number | null
}

export type Called = { ok: true; body: unknown } | TeamchatFailure

export type Parameters = Readonly<Record<string, string | number | boolean | object | null | undefined>>

export interface TeamchatClient {
  /** Never throws, not even when the signal aborts. */
  call(method: string, parameters: Parameters, signal: AbortSignal): Promise<Called>
}

export interface ClientOptions {
  apiBase: string
  token: string
  variable: string
  clock: Pick<Clock, 'now' | 'sleep'>
}

const CALL_MS = 15_000
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

export function createTeamchatClient({ apiBase, token, variable, clock }: ClientOptions): TeamchatClient {
  const ask = (method: string, parameters: Parameters, signal: AbortSignal): Promise<Called> =>
    within(clock, CALL_MS, async (late) => {
      const response = await fetch(`${apiBase}/${method}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: formOf(parameters),
        redirect: 'manual',
        signal: AbortSignal.any([late, signal]),
      })
      const text = response.body ? await readAtMost(response.body, MAX_ANSWER_BYTES) : ''
      return judge(
        {
          status: response.status,
          waitMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
          text,
        },
        variable,
      )
    })
  return {
    call: (method, parameters, signal) =>
      ask(method, parameters, signal).catch((error: unknown) => broken(error)),
  }
}

/** The client sends forms, because all methods accept forms and only some accept JSON. */
const formOf = (parameters: Parameters): URLSearchParams => {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value != null) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  return form
}

const ApiResult = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
  needed: z.string().optional(),
})

interface HttpAnswer {
  status: number
  waitMs: number | null
  text: string
}

function judge({ status, waitMs, text }: HttpAnswer, variable: string): Called {
  const result = ApiResult.safeParse(parseLenient(text)).data
  if (status === 429 || (result && LIMITED.has(result.error ?? '')))
    return failure('limited', 'ratelimited', 'the provider currently limits the rate of requests', waitMs)
  if (result?.ok === false) return errorOf(result.error ?? 'unknown_error', result.needed, variable)
  if (status >= 500) return failure('unknown', `http_${status}`, `the provider answered ${status}`)
  if (status === 401) return failure('token', 'http_401', `the provider refused the token; check ${variable}`)
  if (status < 200 || status > 299)
    return failure(
      'unsent',
      `http_${status}`,
      `the server answered ${status}, which Slack never does; check TEAMCHAT_API_BASE`,
    )
  if (!result)
    return failure('unknown', 'no_json', 'the answer does not come from Slack; check TEAMCHAT_API_BASE')
  return { ok: true, body: result }
}

const LIMITED: ReadonlySet<string> = new Set(['ratelimited', 'rate_limited', 'message_limit_exceeded'])

const BAD_TOKEN: ReadonlySet<string> = new Set([
  'not_authed',
  'invalid_auth',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'user_removed_from_team',
  'team_disabled',
  'org_login_required',
  'not_allowed_token_type',
  'no_permission',
  'two_factor_setup_required',
])

/**
 * The provider's documentation of these errors: "It's possible some aspect of the operation succeeded before the error
 * was raised."
 */
const HALF_DONE: ReadonlySet<string> = new Set(['internal_error', 'fatal_error'])

const PASSING: ReadonlySet<string> = new Set([
  'service_unavailable',
  'team_added_to_org',
  'request_timeout',
  'accesslimited',
])

function errorOf(error: string, needed: string | undefined, variable: string): TeamchatFailure {
  const code = /^[\w().:-]{1,80}$/.test(error) ? error : 'unknown_error'
  if (code === 'missing_scope')
    return failure(
      'token',
      code,
      `the app lacks the scope ${needed ?? 'for this request'}; add it and install the app again`,
    )
  if (BAD_TOKEN.has(code))
    return failure('token', code, `the provider refused the token (${code}); check ${variable}`)
  const reason = `the provider answered ${code}`
  if (HALF_DONE.has(code)) return failure('unknown', code, reason)
  return failure(PASSING.has(code) ? 'unsent' : 'refused', code, reason)
}

const failure = (
  why: TeamchatFailure['why'],
  code: string,
  reason: string,
  retryAfterMs: number | null = null,
): TeamchatFailure => ({ ok: false, why, code, reason, retryAfterMs })

function broken(error: unknown): TeamchatFailure {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  const code = typeof cause?.code === 'string' ? cause.code : 'broken'
  return isCertainlyNotSent(code)
    ? failure('unsent', code, `the provider cannot be reached (${code})`)
    : failure('unknown', code, 'the connection to the provider broke')
}
