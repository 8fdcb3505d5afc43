/** Why the edge responds itself instead of forwarding a request. Clients read the codes, so they never change. */
export type EdgeRefusal =
  | 'dot_segment'
  | 'bad_target'
  | 'bad_address'
  | 'bad_host'
  | 'misdirected'
  | 'bad_framing'
  | 'bad_version'
  | 'method_not_allowed'
  | 'locked'
  | 'raw_inference'
  | 'too_large'
  | 'not_found'
  | 'blocked'
  | 'unauthenticated'
  | 'entry_unchecked'
  | 'upstream_unreachable'
  | 'upstream_failed'
  | 'upstream_timeout'

export const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

export const EDGE_REFUSALS = {
  dot_segment: { status: 400, detail: 'The path has a dot segment' },
  bad_target: { status: 400, detail: 'The request target is not an absolute path' },
  bad_address: { status: 400, detail: 'The path holds a control character or a space' },
  bad_host: { status: 400, detail: 'The request needs exactly one valid Host' },
  bad_framing: { status: 400, detail: 'The framing of the request body is not accepted' },
  bad_version: { status: 400, detail: 'Only HTTP/1.1 and HTTP/1.0 are spoken here' },
  method_not_allowed: { status: 405, detail: 'The method is not allowed' },
  locked: { status: 403, detail: 'This is managed in the Console and locked here' },
  raw_inference: { status: 403, detail: 'Ask for answers at /api/chat/completions' },
  too_large: { status: 413, detail: 'The body is too large for this' },
  not_found: { status: 404, detail: 'Not found' },
  blocked: { status: 403, detail: 'Your account is blocked. Ask an administrator.' },
  unauthenticated: { status: 401, detail: 'Sign in, or send a valid API key' },
  entry_unchecked: { status: 503, detail: 'The list of your agents cannot be checked right now' },
  upstream_unreachable: { status: 502, detail: 'This part of the service cannot be reached' },
  upstream_failed: { status: 502, detail: 'This part of the service broke off without an answer' },
  upstream_timeout: { status: 504, detail: 'This part of the service took too long to answer' },
} as const satisfies Record<Exclude<EdgeRefusal, 'misdirected'>, { status: number; detail: string }>
