import {
  isServiceMisconfigured,
  oauthErrorOf,
  oauthFailureReason,
  requiresProof,
  requiresPush,
} from '#chatapp/integrations/failure.ts'
import type { SignInProblem } from './schema.ts'

export interface Problem {
  problem: SignInProblem
  answer?: string
}

export interface NotSignedIn extends Problem {
  reason: string
  /** Text for administrators, on the page *Sign-ins*. */
  detail?: string
}

/** Keys are codes for the log and the sign-in page. Values are texts for administrators. */
const SET_UP_FAULTS = {
  id_token_symmetric:
    'The provider signs ID tokens with the client secret (HS256). Have it sign them with a key pair, such as RS256.',
  id_token_unsigned:
    'The provider does not sign ID tokens. Have it sign them with a key pair, such as RS256.',
  id_token_encrypted:
    'The provider encrypts ID tokens, which is not supported. Switch encryption off for this client.',
  par_required:
    'The provider requires pushed authorization requests for this client, and its description names no endpoint for them. Switch the requirement off for this client.',
  dpop_required:
    'The provider requires tokens that are bound to a key (DPoP), which is not supported. Switch the requirement off for this client.',
} as const

export const setUpFault = (answer: keyof typeof SET_UP_FAULTS): NotSignedIn => ({
  problem: 'wrong_set_up',
  answer,
  reason: answer,
  detail: SET_UP_FAULTS[answer],
})

/** The sign-in page shows at most an error code; the provider's description is for administrators. */
export function problemOf(error: unknown, idToken: string | null = null): NotSignedIn {
  const fault = idToken === null ? null : faultOf(idToken)
  if (fault !== null) return setUpFault(fault)
  if (requiresPush(error)) return setUpFault('par_required')
  if (requiresProof(error)) return setUpFault('dpop_required')
  const answer = oauthErrorOf(error)
  const reason = oauthFailureReason(error)
  if (answer === null) return { problem: 'no_answer', reason, detail: reason }
  const texts = { reason, detail: reason }
  if (answer === 'access_denied') return { problem: 'declined', ...texts }
  if (answer === 'invalid_grant') return { problem: 'attempt_over', ...texts }
  return { problem: isServiceMisconfigured(answer) ? 'wrong_set_up' : 'refused', answer, ...texts }
}

function faultOf(idToken: string): keyof typeof SET_UP_FAULTS | null {
  const parts = idToken.split('.')
  if (parts.length === 5) return 'id_token_encrypted'
  try {
    const { alg } = JSON.parse(Buffer.from(parts[0]!, 'base64url').toString()) as { alg?: unknown }
    if (alg === 'none') return 'id_token_unsigned'
    return typeof alg === 'string' && alg.startsWith('HS') ? 'id_token_symmetric' : null
  } catch {
    return null
  }
}
