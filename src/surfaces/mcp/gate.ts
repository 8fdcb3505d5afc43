import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '#core/access/access.ts'
import type { DenyReason } from '#core/access/decide.ts'
import { USE_HUB } from '#core/access/permission.ts'
import type { Clock } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { RateLimit } from '#ground/base/rate-limit.ts'
import { recheck } from '#ground/base/recheck.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { bearerOf, sentKey } from '#ground/identity/bearer.ts'
import type { FailedAttempts } from '#ground/identity/failed-attempts.ts'
import {
  KEYS_REFUSED,
  type Identify,
  type SessionIdentity,
  type IdentityRefusal,
} from '#ground/identity/session.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { networkOf, INVALID_KEY_LIMIT, type CredentialAttempts } from './attempts.ts'
import type { KeyOwner } from './caller.ts'
import { ACCESS_PREFIX } from './oauth/tokens.ts'

export interface McpGateDeps {
  identify: Identify
  isBridgeKey(digest: string): boolean
  access: Pick<Access, 'decide' | 'bootstrap'>
  hub: string
  /** Null if the Hub requires no group. */
  isMember: ((accountId: string) => Promise<boolean>) | null
  attempts: CredentialAttempts
  failedAttempts: FailedAttempts
  requests: RateLimit
  clock: Pick<Clock, 'now' | 'after'>
  onUnchecked(error: unknown): void
}

export interface McpRefusal {
  status: 401 | 429 | 503
  reason:
    | 'no_key'
    | 'bridge_key'
    | 'wrong_key'
    | 'pending'
    | 'other_hub'
    | 'no_member'
    | DenyReason
    | 'keys_refused'
    | 'unavailable'
    | 'too_many_attempts'
    | 'too_many_requests'
  message: string
  /** Seconds. */
  retryAfter?: number
}

export interface GateRequest {
  headers: IncomingHttpHeaders
  /** Address of the connected peer, which may be a proxy. */
  remoteAddress: string
}

export interface McpGate {
  admit(request: GateRequest): Promise<Result<KeyOwner, McpRefusal>>
  /** Checks access repeatedly. Calls `onRefused` at a refusal or if no check succeeds for some seconds. */
  watch(headers: IncomingHttpHeaders, onRefused: (refusal: McpRefusal) => void): Disposable
}

/** A call must end within 5 s after its owner loses access, even if access can't be checked. */
export const RECHECK_MS = 1000
export const IDENTITY_TTL_MS = 1000
const MAX_UNCHECKED_MS = 5000 - IDENTITY_TTL_MS

export function createMcpGate(deps: McpGateDeps): McpGate {
  const { identify, isBridgeKey, attempts, failedAttempts, requests, clock } = deps

  const check = async ({ key, digest }: Credential): Promise<Result<KeyOwner, McpRefusal>> => {
    // Only the key identifies the caller: a cookie would let a web page act for the person.
    const identified = await identify({ authorization: `Bearer ${key}` })
    if (!identified.ok) return refused(unidentified(identified.refusal, isBridgeKey(digest)))
    if (isBridgeKey(digest)) return refused(REFUSALS.bridge_key)
    try {
      const refusal = await findMcpRefusal(deps, identified.value)
      return refusal ? refused(refusal) : accepted(identified.value)
    } catch (error) {
      return unchecked(error)
    }
  }
  const unchecked = (error: unknown) => {
    if (!isStoreUnavailable(error)) deps.onUnchecked(error)
    return refused(REFUSALS.unavailable)
  }

  /** If invalid keys can't be counted, new keys are refused. */
  const checkNew = async (credential: Credential, address: string): Promise<Result<KeyOwner, McpRefusal>> => {
    const shares = [{ kind: `key for ${deps.hub}`, subject: address, ...INVALID_KEY_LIMIT }]
    try {
      const seconds = await failedAttempts.secondsToWait(shares)
      if (seconds > 0) return refused(tooMany('too_many_attempts', seconds))
      const admitted = await check(credential)
      if (isWrong(admitted)) await failedAttempts.recordFailure(shares)
      return admitted
    } catch (error) {
      return unchecked(error)
    }
  }

  return {
    async admit({ headers, remoteAddress }) {
      const key = keyIn(headers)
      const address = networkOf(headers['x-forwarded-for'], remoteAddress)
      const digest = key === null ? null : sha256(key)
      const verdict = attempts.check(digest, address)
      if (verdict.kind === 'wait') return refused(tooMany('too_many_attempts', verdict.seconds))
      if (key === null || digest === null) return refused(REFUSALS.no_key)
      if (verdict.kind === 'wrong') return refused(REFUSALS.wrong_key)
      const credential = { key, digest }
      const admitted = await (verdict.kind === 'known' ? check(credential) : checkNew(credential, address))
      if (isWrong(admitted)) attempts.recordInvalid(digest, address)
      if (!admitted.ok) return admitted
      attempts.recordValid(digest)
      const seconds = requests.consume(admitted.value.email)
      return seconds === 0 ? admitted : refused(tooMany('too_many_requests', seconds))
    },

    watch(headers, onRefused) {
      const key = keyIn(headers)!
      const refusalNow = async () => {
        const admitted = await check({ key, digest: sha256(key) })
        if (admitted.ok) return null
        if (admitted.refusal.reason === 'unavailable') throw new Error(admitted.refusal.message)
        return admitted.refusal
      }
      const unknown = { afterMs: MAX_UNCHECKED_MS, refusal: REFUSALS.unavailable }
      return recheck({ clock, everyMs: RECHECK_MS, unknown }, refusalNow, onRefused)
    },
  }
}

interface Credential {
  key: string
  digest: string
}

const isWrong = (admitted: Result<KeyOwner, McpRefusal>): boolean =>
  !admitted.ok && admitted.refusal.reason === 'wrong_key'

export const keyIn = (headers: IncomingHttpHeaders): string | null => {
  const bearer = bearerOf(headers.authorization)
  return bearer?.startsWith(ACCESS_PREFIX) ? bearer : sentKey(headers)
}

const tooMany = (reason: keyof typeof TOO_MANY, retryAfter: number): McpRefusal => ({
  status: 429,
  reason,
  message: `${TOO_MANY[reason]} Try again in ${retryAfter} s.`,
  retryAfter,
})

const TOO_MANY = {
  too_many_attempts: 'Too many requests without a valid key came from this address.',
  too_many_requests: 'Your programs sent too many requests.',
} as const

/** Null if the person may use the Hub. @throws if access can't be checked. */
export async function findMcpRefusal(
  { access, hub, isMember }: Pick<McpGateDeps, 'access' | 'hub' | 'isMember'>,
  { email, role, userId, key }: Pick<SessionIdentity, 'email' | 'role' | 'userId' | 'key'>,
): Promise<McpRefusal | null> {
  if (key?.hubs && !key.hubs.includes(hub)) return REFUSALS.other_hub
  let decision = await access.decide({ email }, hub, USE_HUB)
  if (!decision.allowed && role === 'admin' && (await access.bootstrap(email)))
    decision = await access.decide({ email }, hub, USE_HUB)
  if (!decision.allowed) return REFUSALS[decision.reason]
  const needsMembership = decision.reason === 'group_based' && isMember !== null
  return needsMembership && !(await isMember(userId)) ? REFUSALS.no_member : null
}

const unidentified = (refusal: IdentityRefusal, isBridgeKey: boolean) => {
  if (isBridgeKey) return REFUSALS.bridge_key
  return refusal === 'unauthenticated' ? REFUSALS.wrong_key : REFUSALS[refusal]
}

const refusal = (reason: McpRefusal['reason'], message: string, status: 401 | 503 = 401): McpRefusal => ({
  status,
  reason,
  message,
})

const REFUSALS = {
  no_key: refusal(
    'no_key',
    'Send your personal API key as “Authorization: Bearer sk-…” or “X-API-Key: sk-…”.',
  ),
  bridge_key: refusal('bridge_key', 'Bridge keys do not work for MCP; send a personal API key.'),
  wrong_key: refusal('wrong_key', 'This key is wrong, expired or revoked.'),
  pending: refusal('pending', 'This account is blocked or waits for an administrator’s approval.'),
  other_hub: refusal('other_hub', 'This key is limited to other Hubs.'),
  no_member: refusal('no_member', 'This account is not in the group that may use this Hub’s MCP server.'),
  blocked: refusal('blocked', 'This account is blocked.'),
  no_grant: refusal('no_grant', 'This account may not use this Hub.'),
  no_identity: refusal('no_identity', 'This account may not use this Hub.'),
  unknown_hub: refusal('unknown_hub', 'There is no Hub at this address.'),
  keys_refused: refusal('keys_refused', KEYS_REFUSED),
  unavailable: refusal('unavailable', 'The key could not be checked right now. Try again in a moment.', 503),
} as const
