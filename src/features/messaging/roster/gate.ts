import type { Access } from '#core/access/access.ts'
import { USE_HUB } from '#core/access/permission.ts'
import { findLostAccess, type LostBy } from '#core/access/receipts.ts'
import type { Clock } from '#ground/base/clock.ts'
import { recheck } from '#ground/base/recheck.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Localized } from '#ground/turn/language/language.ts'
import type { Notice } from '../notices/notices.ts'
import type { Notices } from '../notices/shape.ts'

export interface MessageGateDeps {
  access: Pick<Access, 'decide'>
  hub: string
  budgetRefusalOf(caller: Caller): Promise<{ words: Localized } | null>
  clock: Pick<Clock, 'now' | 'after'>
}

export interface MessageRefusal {
  /** Text for administrators. */
  reason: string
  /** Text for the person. */
  notice: Notice
  lostBy?: LostBy | null
}

/**
 * `refusalOf` and `accessRefusalOf` throw if the facts about access are unavailable. The caller then denies access
 * and retries later.
 */
export interface MessageGate {
  refusalOf(caller: Caller): Promise<MessageRefusal | null>
  /** Like `refusalOf`, but ignores the budget, for work without cost. */
  accessRefusalOf(caller: Caller): Promise<MessageRefusal | null>
  /** Calls `onWithdrawn` when access is lost, or after five seconds without a successful check. */
  watch(caller: Caller, onWithdrawn: (refusal: MessageRefusal) => void): Disposable
}

/** An answer must end within 5 s after its sender loses access, even if access can no longer be checked. */
const RECHECK_MS = 1500
const UNCHECKED = {
  afterMs: 5000,
  refusal: { reason: 'access_unavailable', notice: ({ failed }: Notices) => failed },
}

export function createMessageGate({ access, hub, budgetRefusalOf, clock }: MessageGateDeps): MessageGate {
  const withdrawn = async (caller: Caller): Promise<MessageRefusal | null> => {
    const decision = await access.decide(caller, hub, USE_HUB)
    if (decision.allowed) return null
    const notice: Notice = ({ blocked, noAccess }) => (decision.reason === 'blocked' ? blocked : noAccess)
    return { reason: decision.reason, notice, lostBy: findLostAccess(decision.reason) }
  }
  return {
    accessRefusalOf: withdrawn,
    async refusalOf(caller) {
      const refusal = await withdrawn(caller)
      if (refusal) return refusal
      const spent = await budgetRefusalOf(caller)
      return spent && { reason: 'budget_exhausted', notice: (_notices, language) => spent.words(language) }
    },
    watch: (caller, onWithdrawn) =>
      recheck(
        { clock, everyMs: RECHECK_MS, unknown: UNCHECKED },
        () => withdrawn(caller),
        ({ reason, ...rest }) =>
          onWithdrawn({
            ...rest,
            reason: `access_withdrawn: ${reason}`,
            notice: (notices) => notices.withdrawn,
          }),
      ),
  }
}
