/** An error of the web chat. `detail` is its own text, which people may read. */
export type ChatappRefusal =
  /** The requested object does not exist. */
  | { code: 'missing' }
  /** The credential is invalid or missing. */
  | { code: 'unauthenticated' }
  /** The request was valid, but refused. Nothing was changed. */
  | { code: 'refused'; status: number; detail: string }
  /** No response, or an invalid response. A requested change may or may not have happened. */
  | { code: 'unavailable'; reason: UnavailableReason }

/** Data of the web chat is unavailable. The message is for people. */
export class ChatappUnavailable extends Error {}

export type UnavailableReason =
  | 'unreachable'
  | 'timeout'
  | 'busy'
  | 'server_error'
  /** An HTML page or redirect instead of JSON: another program, or a path that this web chat does not have. */
  | 'not_data'
  /** JSON that does not match the schema. */
  | 'unexpected_answer'

const MISSING = /could not find what you.?re looking for/i

/**
 * Details of a 401 for an invalid credential. The web chat also sends 401 for forbidden, missing and duplicate
 * objects.
 */
const NOT_SIGNED_IN = /^(not authenticated|401 unauthorized|invalid token|your session has expired)/i

/** Classifies an error response of the web chat. */
export function readChatappRefusal(status: number, detail: string): ChatappRefusal {
  if (status === 429) return { code: 'unavailable', reason: 'busy' }
  if (status >= 500) return { code: 'unavailable', reason: 'server_error' }
  if ([400, 401, 404].includes(status) && MISSING.test(detail)) return { code: 'missing' }
  if (status === 401 && NOT_SIGNED_IN.test(detail)) return { code: 'unauthenticated' }
  return { code: 'refused', status, detail }
}

/** Error text of a response: a string, a list of invalid fields, or an upstream's error. */
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

/** Field and error without the sent value, which may be a password. */
const fieldProblem = (problem: unknown): string => {
  const { loc, msg } = (problem ?? {}) as { loc?: unknown; msg?: unknown }
  return `${Array.isArray(loc) ? loc.join('.') : 'request'}: ${typeof msg === 'string' ? msg : 'not valid'}`
}
