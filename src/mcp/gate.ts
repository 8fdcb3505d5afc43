import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '#access/access.ts'
import type { DenyReason } from '#access/decide.ts'
import { USE_HUB } from '#access/permission.ts'
import type { Clock } from '#base/clock.ts'
import { accepted, refused, type Result } from '#base/result.ts'
import type { Identify, Identity } from '#identity/session.ts'
import type { KeyOwner } from './caller.ts'

export interface GateDeps {
  identify: Identify
  isBridgeKey(key: string): boolean
  access: Pick<Access, 'decide' | 'bootstrap'>
  /** Slug. */
  hub: string
  /** Whether an account is in the group that group-based Hubs ask for; null when they ask for none. */
  isMember: ((accountId: string) => Promise<boolean>) | null
  clock: Pick<Clock, 'after'>
  /** Told of what could not be checked. */
  onUnchecked(error: unknown): void
}

/** Why a request may not come in. */
export interface GateRefusal {
  status: 401 | 503
  /** Stable name for logs. */
  reason:
    | 'no_key'
    | 'bridge_key'
    | 'wrong_key'
    | 'pending'
    | 'other_hub'
    | 'no_member'
    | DenyReason
    | 'unavailable'
  /** For the person who set the client up. */
  message: string
}

/** Decides on every request who it is for and whether they may use the Hub. */
export interface Gate {
  admit(headers: IncomingHttpHeaders): Promise<Result<KeyOwner, GateRefusal>>
  /** Ask again and again while a request is answered, until it is refused or the watch is disposed. */
  watch(headers: IncomingHttpHeaders, onRefused: (refusal: GateRefusal) => void): Disposable
}

/** A running call must end within 5 s of losing its right; the rest is for a check that is slow. */
const RECHECK_MS = 3000

/** Source: service specification 1.0.1, "MCP server". */
export function createGate(deps: GateDeps): Gate {
  const { identify, isBridgeKey, clock } = deps

  const admit: Gate['admit'] = async ({ authorization }) => {
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
    if (key === undefined) return refused(REFUSALS.no_key)
    // The header alone: a cookie would let a page in a browser act for the person.
    const identified = await identify({ authorization })
    if (!identified.ok) return refused(unidentified(identified.refusal, isBridgeKey(key)))
    if (isBridgeKey(key)) return refused(REFUSALS.bridge_key)
    try {
      const refusal = await refusalOf(deps, identified.value)
      return refusal ? refused(refusal) : accepted(identified.value)
    } catch (error) {
      deps.onUnchecked(error)
      return refused(REFUSALS.unavailable)
    }
  }

  return {
    admit,
    watch(headers, onRefused) {
      let isOver = false
      let cancel: () => void
      const checkLater = () => {
        cancel = clock.after(RECHECK_MS, async () => {
          const admitted = await admit(headers)
          if (isOver) return
          if (admitted.ok) checkLater()
          else onRefused(admitted.refusal)
        })
      }
      checkLater()
      return {
        [Symbol.dispose]() {
          isOver = true
          cancel()
        },
      }
    },
  }
}

async function refusalOf(
  { access, hub, isMember }: GateDeps,
  { email, role, userId, key }: Identity,
): Promise<GateRefusal | null> {
  if (key?.hubs && !key.hubs.includes(hub)) return REFUSALS.other_hub
  let decision = await access.decide({ email }, hub, USE_HUB)
  if (!decision.allowed && role === 'admin' && (await access.bootstrap(email)))
    decision = await access.decide({ email }, hub, USE_HUB)
  if (!decision.allowed) return REFUSALS[decision.reason]
  const asksForGroup = decision.reason === 'group_based' && isMember !== null
  return asksForGroup && !(await isMember(userId)) ? REFUSALS.no_member : null
}

const unidentified = (refusal: 'unauthenticated' | 'pending' | 'unavailable', isBridgeKey: boolean) => {
  if (isBridgeKey) return REFUSALS.bridge_key
  return refusal === 'unauthenticated' ? REFUSALS.wrong_key : REFUSALS[refusal]
}

const refusal = (reason: GateRefusal['reason'], message: string, status: 401 | 503 = 401): GateRefusal => ({
  status,
  reason,
  message,
})

const REFUSALS = {
  no_key: refusal('no_key', 'Send your personal API key as “Authorization: Bearer sk-…”.'),
  bridge_key: refusal('bridge_key', 'A bridge key opens no MCP server; send a personal API key.'),
  wrong_key: refusal('wrong_key', 'This key is wrong, expired or revoked.'),
  pending: refusal('pending', 'This account waits for an administrator’s approval.'),
  other_hub: refusal('other_hub', 'This key is for other Hubs.'),
  no_member: refusal('no_member', 'This account is not in the group that may use MCP here.'),
  blocked: refusal('blocked', 'This account is blocked.'),
  no_grant: refusal('no_grant', 'This account may not use this Hub.'),
  no_identity: refusal('no_identity', 'This account may not use this Hub.'),
  unknown_hub: refusal('unknown_hub', 'This Hub is not known.'),
  unavailable: refusal('unavailable', 'The key could not be checked right now. Try again in a moment.', 503),
} as const
