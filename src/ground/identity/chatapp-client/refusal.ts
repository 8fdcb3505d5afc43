/** `detail` is the web chat's text, which pages show to people. */
export type ChatappRefusal =
  | { code: 'missing' }
  | { code: 'unauthenticated' }
  /** Nothing was changed. */
  | { code: 'refused'; status: number; detail: string }
  /** A requested change may or may not have happened. `certificate`: the certificate's fault and its remedy. */
  | { code: 'unavailable'; reason: UnavailableReason; certificate?: string }

export class ChatappUnavailable extends Error {}

export type UnavailableReason =
  | 'unreachable'
  | 'timeout'
  /** The address begins with `https:`, but the server does not speak TLS. */
  | 'no_tls'
  | 'certificate'
  | 'busy'
  | 'server_error'
  /** The server sent an HTML page or a redirect: it is another program, or the web chat lacks the path. */
  | 'not_data'
  | 'unexpected_answer'

const MISSING = /could not find what you.?re looking for|^(group|user) not found\b/i

/** The web chat also sends 401 for forbidden, missing and duplicate objects, so the text decides. */
const NOT_SIGNED_IN = /^(not authenticated|401 unauthorized|invalid token|your session has expired)/i

export function readChatappRefusal(status: number, detail: string): ChatappRefusal {
  if (status === 429) return { code: 'unavailable', reason: 'busy' }
  if (status >= 500) return { code: 'unavailable', reason: 'server_error' }
  if ([400, 401, 404].includes(status) && MISSING.test(detail)) return { code: 'missing' }
  if (status === 401 && NOT_SIGNED_IN.test(detail)) return { code: 'unauthenticated' }
  return { code: 'refused', status, detail }
}

/** For an unknown path, Open WebUI returns an HTML page or takes the last part of the path for an id. */
export const isUnknownRoute = (refusal: ChatappRefusal): boolean =>
  refusal.code === 'missing' ||
  (refusal.code === 'refused' && [400, 404, 405, 422].includes(refusal.status)) ||
  (refusal.code === 'unavailable' && ['not_data', 'unexpected_answer'].includes(refusal.reason))

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

/** Omits the sent value, which may be a password. */
const fieldProblem = (problem: unknown): string => {
  const { loc, msg } = (problem ?? {}) as { loc?: unknown; msg?: unknown }
  return `${Array.isArray(loc) ? loc.join('.') : 'request'}: ${typeof msg === 'string' ? msg : 'not valid'}`
}
