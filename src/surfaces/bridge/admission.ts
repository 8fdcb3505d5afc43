import { acceptedLanguage, type Localized } from '#ground/turn/language/language.ts'
import { sentencesIn } from '#ground/turn/language/sentences.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '#core/access/access.ts'
import type { AccessNotifications } from '#core/access/access-notifications.ts'
import type { DenyReason } from '#core/access/decide.ts'
import type { Receipts, StoppedWork } from '#core/access/receipts.ts'
import { USE_HUB } from '#core/access/permission.ts'
import type { Clock } from '#ground/base/clock.ts'
import { recheck } from '#ground/base/recheck.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { headerText } from './caller.ts'
import { TurnEnded, type BridgeError } from './error.ts'
import type { BridgeEvents } from './log-events.ts'

export interface BridgeAdmissionDeps {
  access: Pick<Access, 'decide' | 'bootstrap'>
  accessNotifications: Pick<AccessNotifications, 'listen'>
  /** Receives answers that end after a loss of access. */
  receipts: Pick<Receipts, 'stopped'>
  hubSlug: string
  /** Reason why a caller's budget refuses a turn. @throws when it can't be determined: then they may not. */
  budgetRefusalOf?(caller: Caller): Promise<{ words: Localized } | null>
  clock: Clock
  /** Header family of the web chat, such as `X-ChatApp`. */
  identityHeaderPrefix: string
  events: Pick<
    BridgeEvents,
    | 'accessRefused'
    | 'accessUnchecked'
    | 'accessWithdrawn'
    | 'bootstrapped'
    | 'budgetRefused'
    | 'budgetUnchecked'
  >
}

/** Whether callers may use the Hub. */
export interface Admission {
  /**
   * Reason for a refusal, or null. The first web chat administrator to call becomes organization
   * administrator.
   */
  refusalOf(
    request: { id: string; headers: IncomingHttpHeaders },
    caller: Caller,
  ): Promise<BridgeError | null>
  /** The same for a caller who only reads, which costs nothing: no budget is checked. */
  entryRefusalOf: Admission['refusalOf']
  /**
   * Checks repeatedly during an answer, until access is withdrawn, no check succeeded for five seconds, or
   * the watch is disposed.
   *
   * @param answer Name in a receipt; null for a part of another answer, which has its own.
   */
  watch(
    request: { id: string; answer: Pick<StoppedWork, 'kind' | 'id' | 'chat'> | null },
    caller: Caller,
    onWithdrawn: (why: AccessWithdrawn) => void,
  ): Disposable
}

/** A person lost access, or it could not be checked, during their answer. */
export class AccessWithdrawn extends TurnEnded {
  override name = 'AccessWithdrawn'
}

/**
 * A stream must end within 5 s after losing access, also when access can no longer be checked. The interval
 * is short enough that a restart of the store meanwhile ends no stream.
 */
const RECHECK_MS = 1500
const KNOWN_FOR_MS = 5000

/** Placeholder for a caller whose access never changes. */
const NOBODY = ''

export function createBridgeAdmission(deps: BridgeAdmissionDeps): Admission {
  /** @throws when access can't be checked. */
  const check = async (requestId: string, caller: Caller): Promise<BridgeError | null> => {
    const decision = await decide(requestId, caller)
    if (decision.allowed) return null
    deps.events.accessRefused({ requestId, surface: caller.surface, reason: decision.reason })
    return refused(decision.reason, deps.identityHeaderPrefix)
  }
  const decide = async (requestId: string, caller: Caller) => {
    try {
      return await deps.access.decide(caller, deps.hubSlug, USE_HUB)
    } catch (error) {
      if (!isStoreUnavailable(error)) deps.events.accessUnchecked({ requestId, error })
      throw error
    }
  }

  const checkBudget = async (
    { id: requestId, headers }: { id: string; headers: IncomingHttpHeaders },
    caller: Caller,
  ): Promise<BridgeError | null> => {
    const language = acceptedLanguage(headers['accept-language'])
    try {
      const refusal = await deps.budgetRefusalOf?.(caller)
      if (!refusal) return null
      deps.events.budgetRefused({ requestId, surface: caller.surface })
      return { ...BUDGET_REFUSALS.budget_exhausted, message: refusal.words(language), param: null }
    } catch (error) {
      if (!isStoreUnavailable(error)) deps.events.budgetUnchecked({ requestId, error })
      const message = sentencesIn(language).budgetUnavailable
      return { ...BUDGET_REFUSALS.budget_unavailable, message, param: null }
    }
  }

  const entryRefusalOf: Admission['entryRefusalOf'] = async ({ id, headers }, caller) => {
    const role = headerText(headers, `${deps.identityHeaderPrefix}-User-Role`)
    if (role === 'admin' && caller.email !== null)
      try {
        if (await deps.access.bootstrap(caller.email)) deps.events.bootstrapped({ requestId: id })
      } catch (error) {
        if (!isStoreUnavailable(error)) deps.events.accessUnchecked({ requestId: id, error })
        return UNCHECKED
      }
    return check(id, caller).catch(() => UNCHECKED)
  }

  return {
    entryRefusalOf,
    refusalOf: async (request, caller) =>
      (await entryRefusalOf(request, caller)) ?? checkBudget(request, caller),

    watch({ id: requestId, answer }, caller, onWithdrawn) {
      const { clock, accessNotifications, receipts } = deps
      const startedAt = clock.now()
      const onNotification = (look: () => void) => accessNotifications.listen(caller.email ?? NOBODY, look)
      const unknown = { afterMs: KNOWN_FOR_MS, refusal: UNCHECKED }
      return recheck(
        { clock, everyMs: RECHECK_MS, onNotification, unknown },
        () => check(requestId, caller),
        (refusal) => {
          deps.events.accessWithdrawn({ requestId, surface: caller.surface })
          const { email: subject } = caller
          const why = refusal.code
          if (answer && subject !== null && (why === 'blocked' || why === 'no_grant'))
            receipts.stopped({ ...answer, key: null, subject, request: requestId, startedAt, why })
          onWithdrawn(new AccessWithdrawn(refusal === UNCHECKED ? UNCHECKED : WITHDRAWN))
        },
      )
    },
  }
}

/** Errors for a client whose budget is used up, or can't be read. */
export const BUDGET_REFUSALS = {
  budget_exhausted: { status: 429, type: 'rate_limit_error', code: 'budget_exhausted', shouldRetry: false },
  budget_unavailable: { status: 503, type: 'service_unavailable', code: 'budget_unavailable' },
} as const satisfies Record<string, Omit<BridgeError, 'message' | 'param'>>

const refused = (reason: DenyReason, identityHeaderPrefix: string): BridgeError => ({
  status: 403,
  type: 'permission_error',
  code: reason,
  message: reason === 'no_identity' ? noIdentity(identityHeaderPrefix) : MESSAGES[reason],
  param: null,
})

const noIdentity = (prefix: string): string =>
  'This agent answers only people who are known, and the request does not name one. ' +
  `Name the person by e-mail in the header ${prefix}-User-Email or X-Svc-User.`

const MESSAGES: Record<Exclude<DenyReason, 'no_identity'>, string> = {
  blocked: 'You are blocked. Ask an administrator.',
  no_grant: 'You do not have access to this agent yet. Ask an administrator for it.',
  unknown_hub: 'This agent is not known here any more.',
}

const WITHDRAWN: BridgeError = {
  status: 403,
  type: 'permission_error',
  code: 'access_withdrawn',
  message: 'You no longer have access to this agent, so the answer ends here.',
  param: null,
}

const UNCHECKED: BridgeError = {
  status: 503,
  type: 'service_unavailable',
  code: 'access_unavailable',
  message: 'Your access could not be checked right now. Please try again in a moment.',
  param: null,
}
