/** Reason why the web chat refused. `detail` is its own text, fit to show to a person. */
export type ChatappRefusal =
  /** The object of the call does not exist. */
  | { code: 'missing' }
  /** The credential is no good, or there is none. */
  | { code: 'unauthenticated' }
  /** The request was valid and refused; nothing was changed. */
  | { code: 'refused'; status: number; detail: string }
  /** It did not answer, or not as a web chat does. Whether a change was made is not known. */
  | { code: 'unavailable'; reason: UnavailableReason }

/** Data of the web chat is unavailable. The message is fit to show to a person. */
export class ChatappUnavailable extends Error {}

export type UnavailableReason =
  | 'unreachable'
  | 'timeout'
  | 'busy'
  | 'server_error'
  /** A page or a redirect in place of data: another program, or an address this web chat does not know. */
  | 'not_data'
  /** Data of another shape than the contract's. */
  | 'unexpected_answer'

const MISSING = /could not find what you.?re looking for|^(group|user) not found\b/i

/** Texts of a 401 caused by the credential; 401 also means forbidden, missing and taken. */
const NOT_SIGNED_IN = /^(not authenticated|401 unauthorized|invalid token|your session has expired)/i

/** Meaning of an error response of the web chat. Pure. */
export function readChatappRefusal(status: number, detail: string): ChatappRefusal {
  if (status === 429) return { code: 'unavailable', reason: 'busy' }
  if (status >= 500) return { code: 'unavailable', reason: 'server_error' }
  if ([400, 401, 404].includes(status) && MISSING.test(detail)) return { code: 'missing' }
  if (status === 401 && NOT_SIGNED_IN.test(detail)) return { code: 'unauthenticated' }
  return { code: 'refused', status, detail }
}

/**
 * True if a web chat does not have a route of ours. Open WebUI answers with its page, or takes the last part of
 * the path for an id.
 */
export const isUnknownRoute = (refusal: ChatappRefusal): boolean =>
  refusal.code === 'missing' ||
  (refusal.code === 'refused' && [400, 404, 405, 422].includes(refusal.status)) ||
  (refusal.code === 'unavailable' && ['not_data', 'unexpected_answer'].includes(refusal.reason))

/** The words of an error answer: a text, a list of wrong fields, or an upstream's error passed on. */
export function detailOf(answer: unknown): string {
  const { detail } = (answer ?? {}) as { detail?: unknown }
  if (typeof detail === 'string') return detail.slice(0, MAX_DETAIL_LENGTH)
  if (Array.isArray(detail))
    return detail.slice(0, 20).map(fieldProblem).join('; ').slice(0, MAX_DETAIL_LENGTH)
  const { message } = (detail ?? {}) as { message?: unknown }
  return typeof message === 'string'
    ? message.slice(0, MAX_DETAIL_LENGTH)
    : 'The web chat refused the request.'
}

const MAX_DETAIL_LENGTH = 1000

/** The fault and its field; the sent value is left out, as it may be a password. */
const fieldProblem = (problem: unknown): string => {
  const { loc, msg } = (problem ?? {}) as { loc?: unknown; msg?: unknown }
  return `${Array.isArray(loc) ? loc.join('.') : 'request'}: ${typeof msg === 'string' ? msg : 'not valid'}`
}
