import { acceptedLanguage, type Localized } from '#ground/turn/language/language.ts'
import type { SpentBudget } from '#ground/turn/errors/budget/schema.ts'
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
  receipts: Pick<Receipts, 'stopped'>
  hubSlug: string
  /** Null if the budget permits the turn. @throws if the budget can't be read; the turn is then refused. */
  budgetRefusalOf?(caller: Caller): Promise<{ words: Localized; budget: SpentBudget } | null>
  clock: Clock
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

export interface Admission {
  /** Null if admitted. The first web chat administrator to call becomes organization administrator. */
  refusalOf(
    request: { id: string; headers: IncomingHttpHeaders },
    caller: Caller,
  ): Promise<BridgeError | null>
  /** Like `refusalOf`, without the budget check: for requests that start no turn. */
  entryRefusalOf: Admission['refusalOf']
  /** Calls `onWithdrawn` if access is withdrawn or no check succeeds for 5 s. */
  watch(
    request: { id: string; answer: Pick<StoppedWork, 'kind' | 'id' | 'chat'> | null },
    caller: Caller,
    onWithdrawn: (why: AccessWithdrawn) => void,
  ): Disposable
}

export class AccessWithdrawn extends TurnEnded {
  override name = 'AccessWithdrawn'
}

/** A stream must end within 5 s after its caller loses access, even if access can't be checked. */
const RECHECK_MS = 1500
const KNOWN_FOR_MS = 5000

const NO_EMAIL = ''

export function createBridgeAdmission(deps: BridgeAdmissionDeps): Admission {
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
      const { words, budget } = refusal
      return { ...BUDGET_REFUSALS.budget_exhausted, message: words(language), param: null, budget }
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
      const onNotification = (look: () => void) => accessNotifications.listen(caller.email ?? NO_EMAIL, look)
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
  'This agent answers only people with an account, and the request names no person. ' +
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
