import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'

/** The server wants to know which person it works for. */
export class NeedsPerson extends Error {
  constructor() {
    super('works with an account of each person')
    this.name = 'NeedsPerson'
  }
}

/** What went wrong with a server, in words that follow its name: `can’t be reached (ECONNREFUSED)`. Not masked. */
export function failureText(error: unknown): string {
  if (error instanceof NeedsPerson) return error.message
  if (error instanceof UnauthorizedError) return 'refuses us (401): check `headers` in mcp.json'
  if (error instanceof SdkHttpError) return httpText(error)
  if (error instanceof ProtocolError) return `answers with an error: ${error.message}`
  if (error instanceof SdkError) return sdkText(error)
  const { code, message, cause } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException }
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

/** Finding out which protocol a server speaks wraps what went wrong meanwhile. */
const sdkText = ({ code, cause, message }: SdkError): string =>
  code === SdkErrorCode.EraNegotiationFailed && cause instanceof Error
    ? failureText(cause)
    : (SDK[code] ?? message)

const httpText = ({ data, message }: SdkHttpError): string => {
  const status = data.status ?? 0
  if (status === 401 || status === 403) return `refuses us (${status}): check \`headers\` in mcp.json`
  if (status >= 300 && status < 400)
    return `sends us elsewhere (${status}), which is not followed: check \`url\` in mcp.json`
  if (status === 404 || status === 405) return `answers ${status}: check \`url\` in mcp.json`
  return status ? `answers ${status}` : message
}

/** Whether the server has forgotten the session, so that the request was not worked on. */
export const isForgotten = (error: unknown): boolean =>
  error instanceof SdkHttpError && error.data.status === 404

/** Whether the server asks who we are. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.data.status === 401)

/** Whether the request did not reach the server, or its answer did not reach us. */
export const isUnreachable = (error: unknown): boolean =>
  (error instanceof TypeError && error.message === 'fetch failed') ||
  (error instanceof SdkError && error.code === SdkErrorCode.NotConnected)
