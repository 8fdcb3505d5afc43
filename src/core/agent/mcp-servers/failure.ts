import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { describeCertificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import { readScopes } from '#ground/base/oauth-scopes.ts'
import { TOO_LARGE } from './limits.ts'

export class NeedsPerson extends Error {
  constructor() {
    super('works with an account of each person')
    this.name = 'NeedsPerson'
  }
}

export class McpMessageTooLarge extends Error {
  constructor() {
    super(TOO_LARGE)
  }
}

export const INCOMPLETE_RESPONSE_TEXT =
  'closed the connection during its answer, and the call may have run: check before the call is repeated'

/** Value of `error.data` in errors that this client creates for an incomplete response. */
export const INCOMPLETE_RESPONSE_MARK = 'hub-service/broken-off'

/** Returns a phrase that follows the server's name. The phrase may contain secrets. */
export function describeMcpFailure(error: unknown): string {
  if (error instanceof NeedsPerson) return error.message
  if (error instanceof UnauthorizedError)
    return 'refuses the Hub’s requests (401): check `headers` in mcp.json'
  if (error instanceof InsufficientScopeError) return scopeText(readScopes(error.requiredScope ?? ''))
  if (error instanceof SdkHttpError) return httpText(error)
  if (error instanceof ProtocolError && error.data === INCOMPLETE_RESPONSE_MARK) return error.message
  if (error instanceof ProtocolError) return `answers with an error: ${error.message}`
  if (error instanceof SdkError) return sdkText(error)
  const { code, message, cause } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException }
  const certificate = describeCertificateTrouble(error)
  if (certificate) return `can’t be reached: ${certificate}`
  if (message === 'fetch failed')
    return `can’t be reached (${cause?.code ?? cause?.message ?? 'no reason given'})`
  if (code === 'ENOENT') return 'can’t be started: there is no such program; install it or give its full path'
  if (code === 'EACCES') return 'can’t be started: the program may not be run'
  return message || String(error)
}

const SDK: Partial<Record<string, string>> = {
  [SdkErrorCode.ConnectionClosed]: 'closed the connection',
  [SdkErrorCode.NotConnected]: 'closed the connection',
  [SdkErrorCode.RequestTimeout]: 'did not answer in time',
  [SdkErrorCode.ClientHttpUnexpectedContent]:
    'answers with something that is not MCP: check `url` in mcp.json',
}

/** The SDK wraps errors that occur while it negotiates the protocol. */
const sdkText = ({ code, cause, message }: SdkError): string =>
  code === SdkErrorCode.EraNegotiationFailed && cause instanceof Error
    ? describeMcpFailure(cause)
    : (SDK[code] ?? message)

const scopeText = (scopes: readonly string[]): string =>
  `refuses the Hub’s requests (403): the token in \`headers\` of mcp.json lacks ${scopes.length > 0 ? `the scope ${scopes.join(' ')}` : 'a scope'}`

const httpText = ({ data, message }: SdkHttpError): string => {
  const status = data.status ?? 0
  if (status === 401 || status === 403)
    return `refuses the Hub’s requests (${status}): check \`headers\` in mcp.json`
  if (status >= 300 && status < 400)
    return `redirects (${status}), which the Hub does not follow: check \`url\` in mcp.json`
  if (status === 404 || status === 405) return `answers ${status}: check \`url\` in mcp.json`
  return status ? `answers ${status}` : message
}

/** The server lost the session. The request that failed with `cause` can be retried safely. */
export class SessionForgotten extends Error {}

/**
 * `refused`: the server lost the session and did not run the request. `doubtful`: only the error's text indicates
 * that the session is lost.
 */
export function forgottenSession(error: unknown, hasSession: boolean): 'refused' | 'doubtful' | null {
  if (error instanceof SdkHttpError) {
    const { status, text } = error.data as { status?: number; text?: unknown }
    if (status === 404) return 'refused'
    return (status === 400 || status === 503) && FORGOTTEN.test(String(text)) ? 'refused' : null
  }
  return hasSession &&
    error instanceof ProtocolError &&
    error.data !== INCOMPLETE_RESPONSE_MARK &&
    FORGOTTEN.test(error.message)
    ? 'doubtful'
    : null
}

const FORGOTTEN =
  /\bsession\b.{0,40}\b(not found|not exist|unknown|expired|invalid|terminated|closed|required|missing)|\b(no valid|invalid|unknown|missing|expired|no) (mcp[- ])?session\b|\bnot (yet )?(been )?initiali[sz]ed\b|\bbefore initiali[sz]ation\b/i

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.data.status === 401)

/** Empty if the server names no scopes; null if the failure has another cause. */
export function missingScopesOf(error: unknown): string[] | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (cause instanceof InsufficientScopeError) return readScopes(cause.requiredScope ?? '')
  return null
}

/** Whether the connection broke after the request was sent: the call may have run. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.message === 'fetch failed' &&
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(
    (error.cause as NodeJS.ErrnoException | undefined)?.code ?? '',
  )

export const isServerUnreachable = (error: unknown): boolean =>
  (error instanceof TypeError && error.message === 'fetch failed') ||
  (error instanceof SdkError && error.code === SdkErrorCode.NotConnected)
