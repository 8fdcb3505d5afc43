import { backoffMs } from '#ground/base/backoff.ts'
import { isAllowedHost, type AllowedHost } from '#core/agent/tools/fetch-url/target.ts'
import { secretProblem } from '#core/inbox/endpoints/secret.ts'
import { signedHeaders } from '#core/inbox/endpoints/sign.ts'
import type { Clock } from '#ground/base/clock.ts'
import { variableOf, type Environment } from '#ground/base/environment.ts'
import { isPublicAddress } from '#ground/base/network/addresses.ts'
import {
  addressesOfHost,
  fixedLookup,
  systemResolve,
  type Resolve,
  type ResolvedAddress,
} from '#ground/base/network/resolve.ts'
import { openHttpConnections } from '#ground/base/network/connections.ts'
import { readAtMost } from '#ground/base/read-at-most.ts'
import { Late, within } from '#ground/base/time-limit.ts'
import type { OutgoingMessage, SendOutcome, ChannelSender } from '../channel.ts'
import { retryAfterMs } from '../channels/failed-requests.ts'
import { webhookInConversation } from './names.ts'

export interface WebhookSettings {
  environment: Environment
  allowedHosts: readonly AllowedHost[]
}

export interface ResultWebhookDeps extends WebhookSettings {
  clock: Pick<Clock, 'now' | 'sleep'>
  resolve?: Resolve
}

export function webhookProblem(
  { environment, allowedHosts }: WebhookSettings,
  { url, secret }: { url: string; secret: string },
): string | null {
  const value = variableOf(environment, secret)
  if (!value) return `the variable ${secret} is not set; put it into the Hub’s .env and start the Hub again`
  if (!value.startsWith('whsec_') || secretProblem('standard', value) !== null)
    return `the variable ${secret}: expected whsec_ and base64, such as whsec_$(openssl rand -base64 32)`
  const { protocol, host } = new URL(url)
  return protocol === 'https:' || isAllowedHost(allowedHosts, new URL(url))
    ? null
    : `${host} is not behind https; an administrator can allow that (SVC_FETCH_ALLOW_HOSTS)`
}

/** Posts results to a webhook, signed according to Standard Webhooks. Receivers detect duplicates by the id. */
export const webhookSender = (deps: ResultWebhookDeps): ChannelSender => ({
  inAnyOrder: true,
  send: (message, signal) => post(deps, message, signal),
  reconcile: async () => ({ sent: false }),
})

const ANSWER_MS = 15_000
const CONNECT_MS = 5000
const MAX_ANSWER_BYTES = 64 * 1024

async function post(
  deps: ResultWebhookDeps,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { clock, environment } = deps
  const target = webhookInConversation(message.to.conversation)
  const again = (reason: string): SendOutcome => ({
    outcome: 'later',
    afterMs: pauseAfter(message.attempt ?? 1),
    reason,
    of: 'conversation',
  })
  const problem = webhookProblem(deps, target)
  if (problem !== null) return { outcome: 'failed', reason: problem }
  const url = new URL(target.url)
  const addresses = await addressesOfHost(url, deps.resolve ?? systemResolve)
  if (addresses.length === 0) return again(`there is no host ${url.hostname}`)
  if (!isAllowedHost(deps.allowedHosts, url) && !addresses.every(({ address }) => isPublicAddress(address)))
    return { outcome: 'failed', reason: `${url.host} is not on the public internet; ${ALLOW}` }
  const id = `msg_${message.id}`
  const signed = signedHeaders(
    { mode: 'standard', secret: variableOf(environment, target.secret)! },
    { id, body: message.text, nowMs: clock.now() },
  )
  try {
    const { status, retryAfterMs } = await within(clock, ANSWER_MS, (late) =>
      request(clock, { url, addresses }, { ...signed, body: message.text }, AbortSignal.any([signal, late])),
    )
    if (status >= 200 && status < 300) return { outcome: 'sent', id, isDelivered: true }
    return refusedBy(status, retryAfterMs, again)
  } catch (error) {
    return again(reasonOf(error))
  }
}

const ALLOW = 'an administrator can allow it (SVC_FETCH_ALLOW_HOSTS)'

async function request(
  clock: Pick<Clock, 'now'>,
  { url, addresses }: { url: URL; addresses: readonly ResolvedAddress[] },
  { body, ...headers }: Record<string, string>,
  signal: AbortSignal,
): Promise<{ status: number; retryAfterMs: number | null }> {
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

function refusedBy(
  status: number,
  retryAfterMs: number | null,
  again: (reason: string) => SendOutcome,
): SendOutcome {
  const reason = `it answered ${status}`
  if (status === 410) return { outcome: 'closed', reason: 'it answered 410: it takes nothing any more' }
  if (!MAY_PASS.has(status) && status < 500) return { outcome: 'failed', reason }
  const later = again(reason)
  return later.outcome === 'later' && retryAfterMs !== null
    ? { ...later, afterMs: Math.min(Math.max(later.afterMs, retryAfterMs), MAX_RETRY_DELAY_MS) }
    : later
}

const FIRST_PAUSE_MS = 1000
const MAX_RETRY_DELAY_MS = 4 * 60 * 60_000

/** The pauses of all attempts add up to about a day. */
export const pauseAfter = (attempt: number): number =>
  backoffMs(attempt, { firstMs: FIRST_PAUSE_MS, maxMs: MAX_RETRY_DELAY_MS, factor: 3 })

/** Reports the error's code, because its message may contain the sent text or the address. */
function reasonOf(error: unknown): string {
  if (error instanceof Late) return 'there was no answer in time'
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const known = [cause?.code, code].find((one) => typeof one === 'string')
  return `it can’t be reached${known === undefined ? '' : ` (${known})`}`
}
