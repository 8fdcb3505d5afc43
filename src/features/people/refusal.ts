import {
  describePolicyRefusal as describeAccessRefusal,
  type PolicyRefusal as AccessRefusal,
} from '#core/access/refusal.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'

export type PeopleRefusal =
  | AccessRefusal
  | { code: 'duplicate_email' }
  | { code: 'idp_managed' }
  | { code: 'not_found'; account: string }
  | { code: 'not_found'; identity: string }
  | { code: 'not_found'; invitation: string }
  | { code: 'forbidden'; detail: string }
  /** `changed` describes the change that succeeded before the failure. */
  | { code: 'chatapp_unavailable'; detail: string; changed?: string }
  | { code: 'partial'; detail: string }
  | { code: 'role_partial'; detail: string }

export function describePeopleRefusal(refusal: PeopleRefusal): string {
  switch (refusal.code) {
    case 'duplicate_email':
      return 'There is an account with this e-mail already. Nothing was changed.'
    case 'idp_managed':
      return 'This person signs in through an identity provider, so there is no password to set here.'
    case 'chatapp_unavailable':
      return refusal.changed ? `${refusal.changed} ${refusal.detail}` : refusal.detail
    case 'partial':
      return refusal.detail
    case 'role_partial':
      return refusal.detail
    case 'not_found':
      if ('account' in refusal) return `There is no account called ${refusal.account}.`
      if ('invitation' in refusal) return `There is no invitation of ${refusal.invitation}.`
      return 'identity' in refusal
        ? `This account has no identity of ${refusal.identity}.`
        : describeAccessRefusal(refusal)
    case 'forbidden':
      return 'detail' in refusal ? refusal.detail : describeAccessRefusal(refusal)
    default:
      return describeAccessRefusal(refusal)
  }
}

/** A 403 means that a rule of the web chat forbids the change, so the Console also returns 403. */
export const chatappRefusal = (
  refusal: ChatappRefusal,
): Extract<PeopleRefusal, { detail: string; code: 'chatapp_unavailable' | 'forbidden' }> => ({
  code: refusal.code === 'refused' && refusal.status === 403 ? 'forbidden' : 'chatapp_unavailable',
  detail: CAUSES[refusal.code === 'refused' ? 'refused' : 'silent'](refusal),
})

const CAUSES = {
  refused: (refusal: ChatappRefusal) =>
    `The web chat refused: ${refusal.code === 'refused' ? refusal.detail : ''}`,
  silent: (refusal: ChatappRefusal) =>
    refusal.code === 'unavailable'
      ? `The web chat sent no valid answer (${refusal.reason}). Try again in a moment.`
      : 'The web chat does not accept the service’s own sign-in, or the account is gone. See `hub doctor`.',
}
