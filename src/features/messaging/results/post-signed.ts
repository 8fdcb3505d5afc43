import { isAllowedHost, type AllowedHost } from '#core/agent/tools/fetch-url/target.ts'
import { signedHeaders } from '#core/inbox/endpoints/sign.ts'
import type { Clock } from '#ground/base/clock.ts'
import { isPublicAddress } from '#ground/base/network/addresses.ts'
import { openHttpConnections } from '#ground/base/network/connections.ts'
import {
  addressesOfHost,
  fixedLookup,
  systemResolve,
  type Resolve,
  type ResolvedAddress,
} from '#ground/base/network/resolve.ts'
import { readAtMost } from '#ground/base/read-at-most.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { Late, within } from '#ground/base/time-limit.ts'
import { retryAfterMs } from '../channels/failed-requests.ts'

export interface PostDeps {
  allowedHosts: readonly AllowedHost[]
  clock: Pick<Clock, 'now' | 'sleep'>
  resolve?: Resolve
}

export interface SignedPost {
  url: string
  /** Signing secret, `whsec_…`. */
  secret: string
  /** Value of `webhook-id`, by which receivers detect duplicates. */
  id: string
  /** JSON. */
  body: string
}

/** `closed`: the receiver answered 410 and takes no more deliveries. */
export type PostOutcome =
  | { outcome: 'sent' }
  | { outcome: 'later'; reason: string; retryAfterMs: number | null }
  | { outcome: 'failed' | 'closed'; reason: string }

const ANSWER_MS = 15_000
const CONNECT_MS = 5000
const MAX_ANSWER_BYTES = 64 * 1024
export const MAX_RETRY_DELAY_MS = 4 * 60 * 60_000

/** Null if the address may be used: https, or a host that the operator allows. */
export const schemeProblem = ({ allowedHosts }: Pick<PostDeps, 'allowedHosts'>, url: URL): string | null =>
  url.protocol === 'https:' || isAllowedHost(allowedHosts, url)
    ? null
    : `${url.host} is not behind https; an administrator can allow that (SVC_FETCH_ALLOW_HOSTS)`

/** Resolves the host once, so that the request uses the addresses that were checked. */
export async function resolveDestination(
  { allowedHosts, resolve = systemResolve }: Pick<PostDeps, 'allowedHosts' | 'resolve'>,
  url: URL,
): Promise<Result<readonly ResolvedAddress[], { isFinal: boolean; reason: string }>> {
  const addresses = await addressesOfHost(url, resolve)
  if (addresses.length === 0) return refused({ isFinal: false, reason: `there is no host ${url.hostname}` })
  if (!isAllowedHost(allowedHosts, url) && !addresses.every(({ address }) => isPublicAddress(address)))
    return refused({ isFinal: true, reason: `${url.host} is not on the public internet; ${ALLOW}` })
  return accepted(addresses)
}

const ALLOW = 'an administrator can allow it (SVC_FETCH_ALLOW_HOSTS)'

/** Posts JSON, signed according to Standard Webhooks. */
export async function postSigned(
  deps: PostDeps,
  { url: address, secret, id, body }: SignedPost,
  signal: AbortSignal,
): Promise<PostOutcome> {
  const { clock } = deps
  const url = new URL(address)
  const problem = schemeProblem(deps, url)
  if (problem !== null) return { outcome: 'failed', reason: problem }
  const resolved = await resolveDestination(deps, url)
  if (!resolved.ok) {
    const { isFinal, reason } = resolved.refusal
    return isFinal ? { outcome: 'failed', reason } : { outcome: 'later', reason, retryAfterMs: null }
  }
  const signed = signedHeaders({ mode: 'standard', secret }, { id, body, nowMs: clock.now() })
  try {
    const answer = await within(clock, ANSWER_MS, (late) =>
      request(
        clock,
        { url, addresses: resolved.value },
        { ...signed, body },
        AbortSignal.any([signal, late]),
      ),
    )
    return outcomeOf(answer)
  } catch (error) {
    return { outcome: 'later', reason: reasonOf(error), retryAfterMs: null }
  }
}

interface Answer {
  status: number
  retryAfterMs: number | null
}

async function request(
  clock: Pick<Clock, 'now'>,
  { url, addresses }: { url: URL; addresses: readonly ResolvedAddress[] },
  { body, ...headers }: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer> {
  const connections = openHttpConnections({
    connect: { lookup: fixedLookup(addresses), timeout: CONNECT_MS },
    pipelining: 0,
  })
  try {
    const answer = await connections.send(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'HubService/1.0' },
      body: body!,
      signal,
    })
    await readAtMost(answer.body, MAX_ANSWER_BYTES).catch(() => {})
    const wanted = [answer.headers['retry-after']].flat()[0] ?? null
    return {
      status: answer.statusCode,
      retryAfterMs: retryAfterMs(wanted, clock.now(), MAX_RETRY_DELAY_MS),
    }
  } finally {
    await connections.destroy()
  }
}

/**
 * Statuses that are retried, in addition to 5xx. A receiver may return 404 or 425 during its deployment, and 409
 * while a record is locked.
 */
const MAY_PASS: ReadonlySet<number> = new Set([404, 408, 409, 425, 429])

function outcomeOf({ status, retryAfterMs }: Answer): PostOutcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 410) return { outcome: 'closed', reason: 'it answered 410: it accepts no more deliveries' }
  const reason = `it answered ${status}`
  if (!MAY_PASS.has(status) && status < 500) return { outcome: 'failed', reason }
  return { outcome: 'later', reason, retryAfterMs }
}

/** Reports the error's code, because its message may contain the sent text or the address. */
function reasonOf(error: unknown): string {
  if (error instanceof Late) return 'there was no answer in time'
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const known = [cause?.code, code].find((one) => typeof one === 'string')
  return `it can’t be reached${known === undefined ? '' : ` (${known})`}`
}
