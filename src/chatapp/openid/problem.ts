import { isOurSetUp, oauthErrorOf } from '#chatapp/integrations/failure.ts'
import type { SignInProblem } from './schema.ts'

/** Why somebody was not signed in. */
export interface Problem {
  problem: SignInProblem
  /** OAuth error code that the provider answered. */
  answer?: string
}

/** What an answer of a provider that is none comes to. Its own words are never repeated, but for a code. */
export function problemOf(error: unknown): Problem {
  const answer = oauthErrorOf(error)
  if (answer === null) return { problem: 'no_answer' }
  if (answer === 'access_denied') return { problem: 'declined' }
  if (answer === 'invalid_grant') return { problem: 'attempt_over' }
  return { problem: isOurSetUp(answer) ? 'wrong_set_up' : 'refused', answer }
}
