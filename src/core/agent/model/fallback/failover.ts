import type { ModelFailure } from '../model.ts'
import { socketCodeOf } from '../failure.ts'
import { errorTextOf, findErrorReport } from '../refusals/error-text.ts'

/**
 * Why the next model of a list may answer:
 *
 * - `temporary`: the server is unreachable, silent, overloaded or faulty
 * - `quota`: the account has no credit left
 * - `setup`: wrong key, unknown model, or a missing setting of the Hub
 * - `unfit`: this model cannot do what the request needs; other requests may succeed
 */
export type FailoverReason = 'temporary' | 'quota' | 'setup' | 'unfit'

/** Null if no other model may answer, for example after a refusal of the request or of its content. */
export function failoverOf(failure: ModelFailure): FailoverReason | null {
  const { code, status, lack } = failure
  if (lack !== null) return lack === 'setup' ? 'setup' : 'unfit'
  if (code === 'too_long') return 'unfit'
  const text = textOf(failure)
  if (isOfContent(text)) return null
  if (status === 402 || isOfQuota(text)) return 'quota'
  if (code === 'unauthorized' || status === 404 || isOfSetup(text)) return 'setup'
  if (code === 'rate_limited' || code === 'timeout') return 'temporary'
  // A completion in the wrong format has no cause.
  if (code === 'bad_answer') return failure.cause === undefined ? null : 'setup'
  if (code !== 'unavailable') return null
  if (status !== null) return status < 400 ? 'setup' : 'temporary'
  return isOfConnection(failure) || isOfServer(text) ? 'temporary' : null
}

const textOf = ({ cause }: ModelFailure): string => errorTextOf(findErrorReport(cause))

const isOfContent = (text: string): boolean =>
  /content[ _-]?(?:filter|policy|management|moderation)|moderation|\bflagged\b|safety (?:system|filter|setting|polic)|usage polic|prohibited (?:use|content)|responsible ?ai/i.test(
    text,
  )

const isOfQuota = (text: string): boolean =>
  /insufficient[ _](?:quota|balance|credit|fund)|(?:quota|credits?|balance)\b.{0,40}\b(?:exceeded|exhausted|too low|used up)|exceeded your current quota|billing (?:hard )?limit/i.test(
    text,
  )

/** Some providers answer 400 to a wrong key or an unknown model. */
const isOfSetup = (text: string): boolean =>
  /model_not_found|(?:unknown|invalid|no such)[ _]model|\bmodel\b.{0,80}\b(?:does not exist|doesn.t exist|not exist|not found|is not available|has been (?:deprecated|retired|removed))|api[ _]key (?:not valid|is invalid|expired)|(?:invalid|incorrect)[ _]api[ _]key/i.test(
    text,
  )

/** An error that arrives in a stream has no HTTP status. */
const isOfServer = (text: string): boolean =>
  /overload|too many requests|rate[ _-]?limit|(?:internal|server)[ _]error|internal server|unavailable|time(?:d )?[ -]?out|out of capacity|no capacity|at capacity|\bbusy\b|try again/i.test(
    text,
  )

/** A stream that ends without an answer has no cause. */
const isOfConnection = ({ cause }: ModelFailure): boolean =>
  cause === undefined || socketCodeOf(cause) !== null
