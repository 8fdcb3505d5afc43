import type { Access } from '#core/access/access.ts'
import { MANAGE_ACCESS } from '#core/access/permission.ts'
import { ModelFailure } from '#core/agent/model/model.ts'
import { WindowTooSmall } from '#core/agent/turn/context/window-too-small.ts'
import { TurnRefused } from '#core/agent/turn/turn-refused.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Language } from '#ground/turn/language/language.ts'
import { sentencesIn } from '#ground/turn/language/sentences.ts'
import type { OperatorFault } from '#ground/turn/language/shapes.ts'
import type { BridgeError } from '../error.ts'

export interface PersonFailureDeps {
  access: Pick<Access, 'decide'>
  hubSlug: string
}

export type PersonFailureOf = (
  caller: Caller,
  failure: { thrown: unknown; answer: BridgeError; language: Language },
) => Promise<BridgeError>

/**
 * Replaces instructions for the Hub's operator, such as names of settings, if the caller is a person who does not
 * manage the Hub. A request without a person acts for the owner of the bridge key, who gets the whole text.
 */
export const createPersonFailure =
  ({ access, hubSlug }: PersonFailureDeps): PersonFailureOf =>
  async (caller, { thrown, answer, language }) => {
    const fault = answer.param === null ? operatorFault(thrown) : null
    if (fault === null || caller.email === null) return answer
    // The sentence for people is also right for managers, so a failed access check must not fail the answer.
    const manages = await access.decide(caller, hubSlug, MANAGE_ACCESS).catch(() => null)
    return manages?.allowed ? answer : { ...answer, message: sentencesIn(language).forPeople[fault] }
  }

function operatorFault(thrown: unknown): OperatorFault | null {
  if (thrown instanceof WindowTooSmall) return 'window_too_small'
  if (thrown instanceof ModelFailure) return thrown.code === 'too_long' ? null : thrown.code
  if (!(thrown instanceof TurnRefused)) return null
  return thrown.code === 'model_unpriced' || thrown.code === 'agent_busy' ? thrown.code : null
}
