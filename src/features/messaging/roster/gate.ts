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
  /** Why the caller's budget does not allow a turn; null if it does. */
  budgetRefusalOf(caller: Caller): Promise<{ words: Localized } | null>
  clock: Pick<Clock, 'now' | 'after'>
}

/** Reason for not answering a person. */
export interface MessageRefusal {
  /** For administrators. */
  reason: string
  /** For the person. */
  notice: Notice
  /** How they lost their access; null when that is not the reason. */
  lostBy?: LostBy | null
}

/**
 * The same decisions as for chat. If no decision is possible, it throws: then access is denied, and retried
 * later.
 */
export interface MessageGate {
  refusalOf(caller: Caller): Promise<MessageRefusal | null>
  /** The same for what costs nothing. */
  accessRefusalOf(caller: Caller): Promise<MessageRefusal | null>
  /**
   * Checks repeatedly while an answer is written, until access is withdrawn, or no check succeeded for five
   * seconds.
   */
  watch(caller: Caller, onWithdrawn: (refusal: MessageRefusal) => void): Disposable
}

/** An answer must end within 5 s after its sender loses access, also when access can no longer be checked. */
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
